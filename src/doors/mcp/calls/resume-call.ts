import type { ServerContext } from "@modelcontextprotocol/server";
import { LOCAL_NAME } from "../../../access/tokens.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Client, ownerOf } from "../client.ts";
import type { CallQueue } from "./call-queue.ts";
import { followFlow, type Reached } from "./follow-flow.ts";
import { recordedOutcome } from "./recorded-outcome.ts";

interface ResumeParts {
  readonly runtime: Runtime;
  readonly queue: CallQueue;
  readonly client: Client;
}

/** Goes on with a call that waited for a person. Only the principal whose run it belongs to gets its result. */
export async function resumeCall(
  id: string,
  context: ServerContext,
  { runtime, queue, client }: ResumeParts,
): Promise<Reached> {
  const approval = await runtime.approvals.show(id);
  const run = await runtime.store.runs.get(approval.runId);
  if (run === undefined || (run.user ?? LOCAL_NAME) !== ownerOf(client))
    throw new DejimaError("forbidden", `Cannot resume ${id}: somebody else made this call`);
  if (approval.status === "pending")
    throw new DejimaError("approval_required", `${id} still waits: dejima approvals approve ${id}`);
  const flow = queue.storage.parked(id);
  if (flow !== undefined) return followFlow(flow, context, queue);
  // The process that asked is gone. Whoever approved the call may have run it since; else it runs now, once.
  const outcome = (await recordedOutcome(approval, runtime)) ?? (await runtime.resumeApproved(id));
  return { type: "outcome", outcome, whole: undefined };
}
