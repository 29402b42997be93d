// The web worker that runs the application: Pyodide with the library in `python.zip` and the application's files in `files.bin`.
import { loadPyodide } from "./pyodide.mjs";

const base = new URL("./", import.meta.url);
const prefix = base.pathname.replace(/\/offline\/[^/]+\/$/, "");
const HOME = "/tally";
let answer;

async function bytes(name) {
  const response = await fetch(new URL(name, base));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Return the files of a pack, [path, contents] each: a four-byte length, a JSON list of names and sizes of that length, then the contents. */
function unpack(pack) {
  const start = 4 + new DataView(pack.buffer).getUint32(0);
  let at = start;
  const files = JSON.parse(new TextDecoder().decode(pack.subarray(4, start))).map(([name, size]) => [`${HOME}/${name}`, pack.subarray(at, at += size)]);
  if (at !== pack.length) throw new Error("files.bin is incomplete");
  return files;
}

function write(FS, files) {
  for (const [path, contents] of files) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, contents, { canOwn: true });
  }
}

/** Rejects if Python is missing or damaged; Pyodide itself would wait forever. */
const missing = new Promise((_, fail) => {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (...args) => {
    const module = instantiateStreaming(...args);
    module.catch(fail);
    return module;
  };
});

async function start() {
  // Check first, since Pyodide would wait forever if the policy forbids WebAssembly.
  await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  const files = bytes("files.bin").then(unpack);
  const broken = files.then(() => new Promise(() => {})); // rejects if the files do, and never resolves
  const python = await Promise.race([missing, broken, loadPyodide({
    indexURL: base.href,
    stdLibURL: new URL("python.zip", base).href,
    lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14.2" }, packages: {} },
    packageBaseUrl: base.href,
    checkAPIVersion: false,
    env: { HOME, PYTHONDONTWRITEBYTECODE: "1" },
    fsInit: (FS) => files.then((all) => write(FS, all), () => {}), // Pyodide handles no failure here; `broken` tells of it
  })]);
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  answer = python.pyimport("engine").start(self.location.origin, prefix, base.pathname);
}

self.addEventListener("message", async ({ data: { id, method, url, headers, body, start: first } }) => {
  try {
    if (first) {
      await start();
      return self.postMessage({ id, answer: true });
    }
    const result = answer(method, url, JSON.stringify(headers), body);
    const [status, own, content] = result.toJs();
    result.destroy();
    self.postMessage({ id, answer: { status, headers: JSON.parse(own), body: content } }, [content.buffer]);
  } catch (reason) {
    // The application handles its own errors; an error here means that the engine is broken.
    self.postMessage({ id, error: String(reason) });
  }
});
