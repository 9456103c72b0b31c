import type { Outcome } from "../../../contract/outcome.ts";
import type { Runtime } from "../../../runtime.ts";

/** How a call ended, as the log has it; nothing while it has not. */
export async function recordedOutcome(
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
