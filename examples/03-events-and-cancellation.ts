// Watch calls as they happen, stream progress, stop one midway.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createRuntime, defineTool, type HarbourEvent } from "dejima";
import { z } from "zod";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));

// region: events
const countDown = defineTool({
  name: "count_down",
  summary: "Count down to zero, one line at a time, as a stream",
  description: "Streams the numbers from `from` to 0.",
  category: "custom",
  risk: "low",
  input: z.object({ from: z.int().min(1).max(1000) }),
  async *run({ from }, { signal }) {
    for (let number = from; number >= 0; number--) {
      yield { type: "chunk", text: `${number}\n` };
      await delay(5, undefined, { signal });
    }
  },
});

const runtime = createRuntime({ workspace, tools: [countDown] });
const seen: HarbourEvent[] = [];
runtime.subscribe((event) => void seen.push(event));

const done = await runtime.execute("count_down", { from: 3 });

const stop = new AbortController();
const stopped = await runtime.execute(
  "count_down",
  { from: 1000 },
  {
    signal: stop.signal,
    onEvent: (event) => event.type === "call-progress" && stop.abort(),
  },
);
// endregion

console.log(seen.map(({ type }) => type).join(" "));
assert.equal(done.type === "success" && done.output, "3\n2\n1\n0\n");
assert.equal(stopped.type === "failure" && stopped.error.code, "cancelled");
assert.equal(seen.filter(({ type }) => type === "call-end").length, 2);

// Independent calls run side by side; a chain feeds one output into the next, judged call by call.
const times = await runtime.executeMany(
  ["UTC", "Asia/Shanghai", "Europe/Berlin"].map((timezone) => ({ tool: "time", input: { timezone } })),
);
assert.ok(times.every(({ type }) => type === "success"));
const chain = await runtime.executeChain([
  { id: "data", tool: "json_parse", input: { text: '{"names": ["Ada", "Grace"]}' } },
  { id: "first", tool: "base64_encode", input: { text: { $from: "data", pointer: "/data/names/0" } } },
]);
assert.deepEqual(
  chain.outcomes.at(-1)?.outcome.type === "success" && chain.outcomes.at(-1)?.outcome,
  chain.outcomes.at(-1)?.outcome,
);
assert.equal(chain.ok, true);
await runtime.close();
await rm(workspace, { recursive: true });
