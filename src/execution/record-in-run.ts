import type { SetApart, SetApartFiles } from "../contract/asking/set-apart.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { SetApartFolder } from "../files/set-apart/set-apart-folder.ts";
import type { Harbour } from "./harbour.ts";
import { runOfCall } from "./run/run-id.ts";
import type { OpenRun } from "./run/run-surface.ts";

interface RecordWorld {
  readonly harbour: Harbour;
  /** The run, if this process has it open. */
  run(id: string): OpenRun | undefined;
}

/**
 * Does work that belongs in the log of a run, whether or not the run has ended. The log is opened first: work that could not
 * be recorded is not done.
 */
export async function recordInRun<Result>(
  runId: string,
  { harbour, run }: RecordWorld,
  work: (record: (event: HarbourEvent) => void) => Promise<Result>,
): Promise<Result> {
  const open = run(runId);
  if (open !== undefined && !open.ended) return work(open.record);
  // The log of a removed run is not created again for this.
  if (!(await harbour.logs.has(runId))) return work(() => {});
  const log = await harbour.logs.open({ runId, atOnce: true });
  try {
    const before = log.head().records;
    const result = await work((event) => harbour.bus.emit(JSON.parse(log.append(event).text)));
    const { records, hash } = log.head();
    await log.settled?.();
    if (records > before) {
      await (await harbour.store()).runs.update(runId, { records, head: hash });
      harbour.heads.add({ runId, records, head: hash });
    }
    return result;
  } finally {
    await log.close();
  }
}

interface RecordOptions {
  harbour(): Harbour;
  /** The run, if this process has it open. */
  run(id: string): OpenRun | undefined;
  onFault(fault: unknown): void;
}

/** Records every file that is set apart in the log of its run, even if the run's process is gone. */
export function recordSetApart(
  folder: SetApartFolder,
  { harbour, run, onFault }: RecordOptions,
): SetApartFolder {
  return {
    ...folder,
    async add(entry, content) {
      await folder.add(entry, content);
      const runId = runOfCall(entry.callId);
      if (runId === undefined) return;
      // The file is already out of its place. If the log cannot be written, the fault is reported and nothing else changes.
      await recordInRun(runId, { harbour: harbour(), run }, async (record) =>
        record(setApartEvent(runId, entry)),
      ).catch(onFault);
    },
  };
}

/** The event for files that were set apart, or that a person decided about. */
function setApartEvent(runId: string, entry: SetApart): HarbourEvent {
  const { id, path, sha256, why, callId, status, by, at, decidedAt } = entry;
  const decided = by === undefined ? {} : { by };
  return {
    type: "files-set-apart",
    runId,
    at: decidedAt ?? at,
    callId,
    status,
    files: [{ id, path, sha256, why }],
    ...decided,
  };
}

/** Records every decision about a set-apart file in the log of the run that set it apart. */
export function recordDecisions(
  files: SetApartFiles,
  world: { readonly harbour: Harbour; run(id: string): OpenRun | undefined },
): SetApartFiles {
  async function decide(id: string, decision: () => Promise<SetApart>): Promise<SetApart> {
    const runId = runOfCall((await files.show(id)).callId);
    if (runId === undefined) return decision();
    return recordInRun(runId, world, async (record) => {
      const decided = await decision();
      record(setApartEvent(runId, decided));
      return decided;
    });
  }
  return {
    ...files,
    accept: (id, by) => decide(id, () => files.accept(id, by)),
    discard: (id, by) => decide(id, () => files.discard(id, by)),
  };
}
