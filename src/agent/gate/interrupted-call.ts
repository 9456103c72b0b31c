import { Parked } from "../../approval/parked.ts";
import type { Approval, Ask } from "../../contract/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import { message } from "../../contract/messages.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { Approvals } from "../../execution/asking/approvals.ts";
import type { OpenRun } from "../../execution/run/run-surface.ts";
import type { CallResult } from "../agent-world.ts";
import { outcomeOfEnd, type RecordedCall } from "./recorded-calls.ts";

interface InterruptedWorld {
  readonly run: OpenRun;
  readonly approvals: Approvals;
  readonly ask: Ask | undefined;
  readonly park: boolean | "leave";
  readonly maxCharacters: number;
  readonly signal: AbortSignal;
  observation(ref: string): Promise<string>;
}

/**
 * What became of a call that was begun before its process went. One that ended gives what it gave; one that waits for a
 * person waits on; one that may have run is never repeated; one that only reads may be made again (nothing is returned).
 */
export async function settleInterrupted(
  call: RecordedCall,
  world: InterruptedWorld,
): Promise<CallResult | undefined> {
  const { effects, end, approval } = call;
  if (end !== undefined) {
    return { outcome: await outcomeOfEnd(end, world.observation, world.maxCharacters), effects };
  }
  if (approval !== undefined) return { outcome: await settleApproval(call, approval, world), effects };
  if (call.risk === "low" || call.risk === undefined) return undefined;
  return { outcome: unknownEnd(call, world.run.id), effects };
}

async function settleApproval(
  call: RecordedCall,
  { id, answered }: NonNullable<RecordedCall["approval"]>,
  world: InterruptedWorld,
): Promise<Outcome> {
  const settled = await answerOf(id, world);
  if (settled.status !== "pending") return world.run.resume(settled, { announced: true, answered });
  const error = new Parked(settled).toData();
  return { type: "failure", callId: call.callId, runId: world.run.id, error };
}

async function answerOf(id: string, { approvals, ask, park, signal }: InterruptedWorld): Promise<Approval> {
  const held = await approvals.show(id);
  if (held.status !== "pending") return held;
  if (ask !== undefined) {
    const answer = await ask(held, { signal });
    return (await approvals.answer(id, { ...answer, door: held.place })).approval;
  }
  return park === true ? approvals.wait(id, { signal }) : held;
}

function unknownEnd({ callId, tool }: RecordedCall, runId: string): Outcome {
  const error = new DejimaError(
    "conflict",
    `Cannot say what became of "${tool}": ${message("unknownEnd", "en")}`,
    { tool, ran: "perhaps" },
  );
  return { type: "failure", callId, runId, error: error.toData() };
}
