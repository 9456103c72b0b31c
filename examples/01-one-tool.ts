// One tool, one call, one question to the agent: every call is found, validated, judged, run, bounded and recorded.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

process.chdir(await mkdtemp(join(tmpdir(), "dejima-example-")));

// region: one-tool
import { createRuntime } from "dejima";

const runtime = createRuntime();
const time = await runtime.execute("current_time", { timezone: "Asia/Tokyo" });
if (time.type === "success") console.log(time.output);

// Writing is off until a person or a rule turns it on; the error says what would.
const refused = await runtime.execute("write_file", { path: "a.txt", content: "hello" });
if (refused.type === "failure") console.log(refused.error.message);

// The model whose key is in the environment, a local Ollama, or the offline model.
console.log(await runtime.agent.ask("what time is it in Tokyo?"));
// endregion

assert.equal(time.type, "success");
assert.match(JSON.stringify(time), /\+09:00/);
assert.equal(refused.type === "failure" && refused.error.code, "tool_not_allowed");

// A wrong input is an outcome too, in words that a model can act on.
const wrong = await runtime.execute("current_time", { timzone: "Asia/Tokyo" });
assert.equal(wrong.type === "failure" && wrong.error.code, "invalid_input");
assert.match(wrong.type === "failure" ? wrong.error.message : "", /Did you mean "timezone"/);

const { ok, records } = await runtime.history.verify(time.runId);
assert.deepEqual({ ok, records }, { ok: true, records: 7 });
await runtime.close();
await rm(process.cwd(), { recursive: true });
