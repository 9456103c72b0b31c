// One tool, one call: every call is found, validated, judged, run, bounded and recorded.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime } from "dejima";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));

// region: one-tool
const runtime = createRuntime({ workspace });

const outcome = await runtime.execute("current_time", { timezone: "Asia/Tokyo" });
if (outcome.type === "success") console.log(outcome.output);
else console.error(outcome.error.code, outcome.error.message);

// A wrong input is an outcome too, in words that a model can act on.
const wrong = await runtime.execute("current_time", { timzone: "Asia/Tokyo" });
if (wrong.type === "failure") console.log(wrong.error.message);

// Writing is off until the config enables it; the outcome says what would change that.
const refused = await runtime.execute("write_file", { path: "a.txt", content: "hello" });
if (refused.type === "failure") console.log(refused.error.code);
// endregion

assert.equal(outcome.type, "success");
assert.match(JSON.stringify(outcome), /\+09:00/);
assert.equal(wrong.type === "failure" && wrong.error.code, "invalid_input");
assert.match(wrong.type === "failure" ? wrong.error.message : "", /Did you mean "timezone"/);
assert.equal(refused.type === "failure" && refused.error.code, "tool_not_allowed");
const { ok, records } = await runtime.history.verify(outcome.runId);
assert.deepEqual({ ok, records }, { ok: true, records: 7 });
await runtime.close();
await rm(workspace, { recursive: true });
