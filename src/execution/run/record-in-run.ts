import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HarbourEvent } from "../../contract/event.ts";
import type { Harbour } from "../harbour.ts";
import { openHarbourLog } from "../log/harbour-log.ts";
import type { OpenRun } from "./run-surface.ts";

interface RecordWorld {
  readonly harbour: Harbour;
  /** The run if this process has it open. */
  run(id: string): OpenRun | undefined;
}

/**
 * Does something that belongs into the log of a run, whether or not the run has ended. The log is opened first: what could not be
 * recorded is not done.
 */
export async function recordInRun<Result>(
  runId: string,
  { harbour, run }: RecordWorld,
  work: (record: (event: HarbourEvent) => void) => Promise<Result>,
): Promise<Result> {
  const open = run(runId);
  if (open !== undefined && !open.ended) return work(open.record);
  const folder = join(harbour.runsFolder, runId);
  // The folder of a run that was removed is not made again for this.
  if (!existsSync(folder)) return work(() => {});
  const log = openHarbourLog({ ...harbour, folder, runId, durability: "written" });
  try {
    const before = log.head().records;
    const result = await work((event) => harbour.bus.emit(JSON.parse(log.append(event).text)));
    const { records, hash } = log.head();
    if (records > before) {
      await (await harbour.store()).runs.update(runId, { records, head: hash });
      harbour.heads.add({ runId, records, head: hash });
    }
    return result;
  } finally {
    log.close();
  }
}
