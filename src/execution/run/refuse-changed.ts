import { DejimaError } from "../../contract/error.ts";
import type { Interrupted } from "../harbour.ts";
import type { HarbourLog } from "../log/harbour-log.ts";

/** Refuses to go on with a run that another process has worked on since its log was read: what is known of it is not true any more. */
export function refuseChanged(log: HarbourLog, interrupted: Interrupted | undefined): void {
  if (interrupted === undefined || log.head().records === interrupted.records) return;
  void log.close();
  const { id: runId } = interrupted;
  throw new DejimaError("conflict", `Cannot resume run ${runId}: another process has worked on it just now`, {
    runId,
    held: true,
  });
}
