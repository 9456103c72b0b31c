// A tool of one's own that a person is asked about each time: the answer is for exactly the call that was shown.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

process.chdir(await mkdtemp(join(tmpdir(), "dejima-example-")));
const records = new Set(["abc-123"]);

// region: ask-a-person
import { createRuntime, defineTool } from "dejima";
import { z } from "zod";

const deleteRecord = defineTool({
  name: "delete_record",
  summary: "Delete a record by its id",
  risk: "high",
  input: z.object({ id: z.string() }),
  run: ({ id }) => ({ deleted: records.delete(id) }),
});
const runtime = createRuntime({
  tools: [deleteRecord],
  config: { permissions: { confirm: ["delete_record"] } },
  // Your own way to ask; left out, the question waits for the terminal, the console or a messenger.
  ask: async () => ({ answer: "approve", by: "ann" }),
});
const outcome = await runtime.execute(deleteRecord, { id: "abc-123" });
// endregion

console.log(outcome);
assert.deepEqual(outcome.type === "success" && outcome.output, { deleted: true });
const [approval] = await runtime.approvals.list({});
assert.equal(approval?.status, "approved");
await runtime.close();
await rm(process.cwd(), { recursive: true });
