import assert from "node:assert/strict";
import type { Approval } from "../../src/contract/asking/approval.ts";
import type { Runtime } from "../../src/runtime.ts";

/** The question that the next asking call stores. Ask for it before the call is made. */
export async function nextQuestion(runtime: Runtime): Promise<Approval> {
  for await (const event of runtime.events({ signal: AbortSignal.timeout(10_000) })) {
    if (event.type === "approval-start" && event.id !== undefined) return runtime.approvals.show(event.id);
  }
  return assert.fail("nothing was asked");
}
