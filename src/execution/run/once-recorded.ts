import type { Outcome } from "../../contract/outcome.ts";
import type { ExecutionWorld } from "../harbour.ts";
import { errorData } from "../log/recordable-data.ts";

/** Returns an outcome once its record survives this process, or a failure if it could not be recorded. */
export function onceRecorded(
  outcome: Outcome,
  tool: string,
  world: ExecutionWorld,
): Outcome | Promise<Outcome> {
  const settled = world.settled();
  if (settled === undefined) return outcome;
  const { callId, runId } = outcome;
  return settled.then(
    () => outcome,
    (error) => ({ type: "failure", callId, runId, error: errorData(error, tool, world) }),
  );
}
