import { LOCAL_NAME } from "../../../access/tokens.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Outcome } from "../../../contract/outcome.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Client, ownerOf } from "../client.ts";
import type { CallFlow } from "./call-flow.ts";
import type { WaitingCalls } from "./waiting-calls.ts";

interface ResumeParts {
  readonly runtime: Runtime;
  readonly waiting: WaitingCalls;
  readonly client: Client;
}

/** Continues a call that waited for a person: the call itself, or its outcome. Only the principal of its run gets it. */
export async function resumeCall(
  id: string,
  { runtime, waiting, client }: ResumeParts,
): Promise<CallFlow | Outcome> {
  const approval = await runtime.approvals.show(id);
  const run = await runtime.store.runs.get(approval.runId);
  if (run === undefined || (run.user ?? LOCAL_NAME) !== ownerOf(client))
    throw new DejimaError("forbidden", `Cannot resume ${id}: somebody else made this call`);
  if (approval.status === "pending")
    throw new DejimaError("approval_required", `${id} still waits: dejima approvals approve ${id}`);
  // If the process that asked has ended, the person who approved the call may have run it since; else it runs now, once.
  return (
    waiting.byApproval(id) ?? (await recordedOutcome(approval, runtime)) ?? (await runtime.resumeApproved(id))
  );
}

/** How a call ended, according to the log. Returns `undefined` if it has not ended. */
async function recordedOutcome(
  { runId, callId }: { readonly runId: string; readonly callId: string },
  runtime: Runtime,
): Promise<Outcome | undefined> {
  const { history } = runtime;
  for await (const event of history.read(runId)) {
    if (event.type !== "call-end" || event.callId !== callId) continue;
    const { ok, output, observation, error } = event.result;
    if (!ok && error !== undefined) return { type: "failure", callId, runId, error };
    const kept = observation === undefined ? output : await history.observation(runId, observation.ref);
    return { type: "success", callId, runId, output: kept };
  }
  return undefined;
}
