// One line of JSON for each test: its name, its seconds, and what went wrong.

/** Report the tests of a run of `node --test`; their subtests count as parts of them. */
export default async function* report(events) {
  for await (const { type, data } of events) {
    if (!["test:pass", "test:fail"].includes(type) || data.nesting || data.name.endsWith(".test.js")) continue;
    const { error, duration_ms: duration } = data.details;
    const fault = type === "test:fail" ? (error?.cause?.stack ?? error?.cause?.message ?? String(error?.cause ?? error)) : "";
    yield `${JSON.stringify({ name: data.name, seconds: duration / 1000, fault: fault || (type === "test:fail" ? "failed" : ""), skip: data.skip ?? data.todo })}\n`;
  }
}
