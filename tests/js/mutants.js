// Breaks the documents' client in one place at a time, and runs its tests: each mutant must be killed. Usage: node tests/js/mutants.js [part of a meaning]
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const HERE = import.meta.dirname;
const TESTS = ["replica", "connection", "upgrade", "kept_book", "phones"].map((name) => `tests/js/${name}.test.js`);
const MUTANTS = [
  ["common/replica.js", "const isSetBack = asked && answer.from < asked.since;", "const isSetBack = false;", "a server that is set back is not noticed"],
  ["common/replica.js", "if (asked && !answer.more) {", "if (asked) {", "what is kept counts before all is known"],
  ["common/replica.js", "old?.line !== record.line || old.seq < one.seq", "true", "an older answer overwrites a newer"],
  ["common/replica.js", "row?.n !== n || row.device !== asked.device", "false", "what was replaced meanwhile is dropped"],
  ["common/replica.js", "row.device === (waiting[0]?.device ?? device)", "true", "changes of several devices go under one name"],
  ["common/replica.js", "base: line === record.line ? base : 0", "base", "a base of another history is sent"],
  ["common/replica.js", "if (old && old.line < record.line)", "if (false)", "what another value replaced is not sent again"],
  ["common/replica.js", "names.push(...await sendOldAgain(again))", "names.push()", "what the server lacks is not sent again"],
  ["common/replica.js", "if (value === null || isSame(value, present)", "if (isSame(value, present)", "what was cleared is cleared again on a server that was set back"],
  ["common/replica.js", "age: Math.max(0, now - typed) / 1000", "age: (now - typed) / 1000", "ages are negative"],
  ["common/replica.js", "if (!asked && answer.from > record.since)", "if (false)", "an event before which something is missing is taken"],
  ["common/replica.js", "if (!asked && isReplaced) record.isReplaced = true;", "", "what others wrote over a value is not asked for"],
  ["common/replica.js", "old && old.device === record.you && one.device !== record.you", "old", "every event makes the phone ask"],
  ["common/replica.js", "?.address === null) await values", "?.address === 0) await values", "what is kept on this device alone waits for a server"],
  ["common/documents.js", "for (const row of rows) entering.add(row);", "", "what is being stored when its page is left is lost"],
  ["common/documents.js", "[...unsaved.values(), ...entering]", "[...entering]", "what could not be stored is lost when its page is left"],
  ["common/documents.js", "const device = `${phone}.${page}`;", "const device = `${phone}.onenameforall`;", "pages share a counter"],
  ["common/documents.js", "unsaved.set(`${row.document} ${row.name}`,", "void (`${row.document} ${row.name}`,", "what cannot be stored is not sent"],
  ["common/database.js", "if (left > 0) cancel = clock.after(left, look);", "if (true) cancel = clock.after(left, look);", "a transaction that hangs is waited for"],
  ["common/sync.js", "status: isOurs ? answer.status : 0", "status: answer.status", "a stranger's 404 ends the connection"],
  ["common/sync.js", "pause = Math.min(2 * pause, MAX_PAUSE);\n    }\n  }\n\n  async function attemptAll", "\n    }\n  }\n\n  async function attemptAll", "pauses do not grow"],
  ["common/sync.js", "plan(Math.max(least, ", "plan(Math.max(0, ", "Retry-After is ignored"],
  ["common/sync.js", "page.listen(\"hidden\", rest);", "", "a hidden page keeps its stream"],
  ["common/sync.js", "if (!isOtherHistory) told = answer.seq;", "", "a stream that comes back from another history is believed"],
  ["common/sync.js", "path === `changes.${at}` || path?.startsWith(`changes.${at}.`)", "path?.startsWith(`changes.${at}`)", "the first change is blamed for the eleventh"],
  ["common/sync.js", "most = Math.ceil(changes.length / 2);", "throw reason;", "a request that is too long is not halved"],
  ["common/sync.js", "milliseconds * (0.5 + chance())", "milliseconds", "all phones come back at once"],
  ["common/sync.js", "cancelStream = clock.after(spread(streamPause), listen);", "", "a stream that was refused is not opened again"],
  ["common/sync.js", "if (refusal) sends = false;", "", "a link that reads goes on sending"],
  ["common/upgrade.js", "if (taken[name] >= typed) continue;", "", "what waited in the database of before is sent at each start"],
  ["common/upgrade.js", "one === undefined || one?.changed < changed", "one == null || one?.changed < changed", "a result that was deleted comes back"],
  ["common/upgrade.js", "!(taken[id] >= time)", "true", "a draft that was deleted comes back"],
  ["common/upgrade.js", "isOurs ? { ...draft, id: `${sheet.id}${sheet.time}` } : draft", "draft", "a draft that was changed here is replaced"],
  ["common/upgrade.js", "at: at ?? query }", "at }", "a draft without steps is blank"],
  ["common/upgrade.js", "const isEntry = ([name]) => name[0] !== \"@\";", "const isEntry = () => true;", "seats of before come along"],
  ["common/upgrade.js", "value: value.length ? value : null", "value", "what was cleared comes along as a value"],
  ["common/sync.js", "while (isAgain && !isClosed)", "while (false)", "what is asked for during an exchange is not done"],
  ["common/upgrade.js", "!taken?.groups?.includes(id) && ", "", "a group that was left comes back"],
  ["scorebook/kept_book.js", "one, one.changed])", "one])", "results of a file are as new as what was corrected since"],
  ["scorebook/results.js", "kept.filter(isResult).map", "kept.map", "a result that cannot be drawn is drawn"],
];

let alive = 0;
const chosen = MUTANTS.filter(([, , , meaning]) => meaning.includes(process.argv[2] ?? ""));
for (const [file, before, after, meaning] of chosen) {
  const folder = mkdtempSync(join(tmpdir(), "mutant-"));
  for (const part of ["static/common", "static/scorebook"]) cpSync(join(HERE, "../..", part), join(folder, part), { recursive: true });
  cpSync(HERE, join(folder, "tests/js"), { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  symlinkSync(join(HERE, process.env.MODULES ?? "node_modules"), join(folder, "node_modules"));
  const path = join(folder, "static", file);
  const text = readFileSync(path, "utf8");
  if (text.split(before).length !== 2) throw new Error(`${file}: ${before}`);
  writeFileSync(path, text.replace(before, () => after));
  const command = ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", "--test-timeout=30000", ...TESTS];
  const { status } = spawnSync(process.execPath, command, { cwd: folder, env: { ...process.env, RUNS: "100" }, timeout: 120_000 });
  alive += status === 0;
  console.log(status === 0 ? "ALIVE " : "killed", meaning);
  rmSync(folder, { recursive: true });
}
console.log(`${chosen.length - alive} of ${chosen.length} killed`);
process.exitCode = alive ? 1 : 0;
