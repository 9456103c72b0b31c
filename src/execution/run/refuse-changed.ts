import { DejimaError } from "../../contract/error.ts";
import type { Interrupted } from "../harbour.ts";
import type { HarbourLog } from "../log/harbour-log.ts";

/** Refuses to continue a run if another process has worked on it since its log was read, because the state read is outdated. */
export function refuseChanged(log: HarbourLog, interrupted: Interrupted | undefined): void {
  if (interrupted === undefined || log.head().records === interrupted.records) return;
  void log.close();
  const { id: runId } = interrupted;
  throw new DejimaError("conflict", `Cannot resume run ${runId}: another process has worked on it just now`, {
    runId,
    held: true,
  });
}
