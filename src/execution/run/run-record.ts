import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DejimaError } from "../../contract/error.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import type { RunStatus } from "../../contract/run.ts";
import type { Store } from "../../store/store.ts";
import { AWAY_KEEP_MS, AWAY_WAIT_MS, isStoreAway, retryWhileAway } from "../../store/store-errors.ts";
import { defined } from "../../support/defined.ts";
import { copyJson } from "../../support/json.ts";
import { createTimeText } from "../../support/time-text.ts";
import type { Listener } from "../event-bus.ts";
import type { Harbour, Interrupted } from "../harbour.ts";
import type { HarbourLog } from "../log/harbour-log.ts";
import { makeRunFolder, orRemove } from "./run-folder.ts";
import { checkedRunId, newRunId } from "./run-id.ts";
import type { RecordOptions, RunOptions } from "./run-surface.ts";
import { countUse, trackRunUse } from "./run-use.ts";

/** What a run leaves behind: its folder, its log and its row in the store. */
export interface RunRecord {
  readonly id: string;
  readonly folder: string;
  readonly log: HarbourLog;
  readonly timeText: (time: number) => string;
  /** Writes an event to the log, then notifies the subscribers and `listener`. */
  record(event: HarbourEvent, listener?: Listener, how?: RecordOptions): void;
  nextCallId(): string;
  /**
   * Writes the end of the run to the log and the store, and closes the log. Resolves after some seconds if the store is away:
   * the end is then written when it is back.
   */
  finish(status: RunStatus, answer?: string): Promise<void>;
}

interface RecordStart {
  readonly startedAt: number;
  readonly interrupted: Interrupted | undefined;
  /** Called when another process has taken the run over. */
  onLost(): void;
}

/** How this file records events: it made them, and uses them no more. */
const OWN = { given: true } as const;

/** Begins the record of a new run, or continues that of an interrupted one. If that fails, only what was created is removed. */
export async function openRunRecord(
  harbour: Harbour,
  options: RunOptions,
  { startedAt, interrupted, onLost }: RecordStart,
): Promise<RunRecord> {
  const { now, bus, version } = harbour;
  const { mode, variants } = options;
  const title = harbour.redactor.text(options.title);
  const id = interrupted?.id ?? checkedRunId(options.runId) ?? newRunId(startedAt);
  const folder = join(harbour.runsFolder, id);
  const fresh = await makeRunFolder(folder);
  const made = interrupted === undefined ? folder : undefined;
  const log = await orRemove(made, async () =>
    harbour.logs.open({ runId: id, fresh, onLost, ...defined({ onStop: options.onStop }) }),
  );
  refuseChanged(log, interrupted);
  const timeText = createTimeText();
  const use = trackRunUse();
  let calls = interrupted?.calls ?? 0;

  // Listeners get copies of what was written, so that they cannot change what the run still uses, unless the recorder gave the
  // event away.
  const record: RunRecord["record"] = (event, listener, how) => {
    const { text, whole } = log.append(event, how);
    harbour.count(event);
    // As written, because the name of an unknown tool may be anything.
    use.see(whole ? event : JSON.parse(text));
    const copy = () =>
      (whole ? (copyJson(event) as HarbourEvent | undefined) : undefined) ?? JSON.parse(text); // as it is
    if (bus.size > 0) bus.emit(whole && how?.given === true ? event : copy());
    if (listener !== undefined) bus.notify(listener, copy());
    variants?.see(event);
    countUse(event, harbour);
  };

  async function begin(): Promise<Store> {
    const store = await harbour.store();
    if (interrupted === undefined) {
      const limited = isLimited(options) ? { limited: true as const } : {};
      record(
        { type: "run-start", runId: id, at: timeText(now()), title, mode, version, ...limited },
        undefined,
        OWN,
      );
      for (const use of variants?.uses ?? []) record({ ...use, runId: id, at: timeText(now()) });
      // A row without a log could neither be begun again nor resumed.
      await log.settled?.();
    }
    const { records, hash: head } = log.head();
    const owner = defined({ user: options.user });
    const row = { id, title, mode, ...owner, startedAt, calls, status: "open", records, head } as const;
    if (interrupted !== undefined && use.begin(await store.runs.get(id)))
      await store.runs.update(id, { status: "open" }, log.lease);
    else await store.runs.create(row, options.begins && { ...options.begins, lease: log.lease });
    return store;
  }
  // Another process may begin the run again, so nothing is written later.
  const store = await orRemove(made, begin, () => void log.close({ discard: true }));

  async function updateRow(status: RunStatus): Promise<void> {
    const { records, hash: head } = log.head();
    const figures = { status, endedAt: Math.floor(now()), calls, ...use.summary() };
    await store.runs.update(id, { ...figures, records, head }, log.lease);
    harbour.heads.add({ runId: id, records, head });
  }

  /** Writes the row before the log is closed, because the lease of the log permits the write. */
  async function endShared(settled: NonNullable<HarbourLog["settled"]>, status: RunStatus): Promise<void> {
    try {
      await settled({ patiently: true });
      await retryWhileAway(() => updateRow(status), { forMs: AWAY_KEEP_MS });
    } finally {
      await log.close();
    }
  }

  return {
    id,
    folder,
    log,
    timeText,
    record,
    nextCallId: () => `${id}.${++calls}`,
    async finish(status, answer) {
      try {
        record(
          { type: "run-end", runId: id, at: timeText(now()), status, calls, ...defined({ answer }) },
          undefined,
          OWN,
        );
        if (log.settled === undefined) log.close();
      } catch (error) {
        await log.close();
        throw error;
      }
      if (log.settled === undefined) return updateRow(status);
      const ended = endShared(log.settled, status);
      ended.catch(() => {});
      try {
        await log.settled();
      } catch (error) {
        if (isStoreAway(error)) return; // the end is written in the background
        throw error;
      }
      await Promise.race([ended, pause(AWAY_WAIT_MS, undefined, { ref: false })]);
    },
  };
}

function isLimited({ layers = [], interfaceOf }: RunOptions): boolean {
  return layers.length > 0 || interfaceOf !== undefined;
}

/** Refuses to continue a run if another process has worked on it since its log was read, because the state read is outdated. */
function refuseChanged(log: HarbourLog, interrupted: Interrupted | undefined): void {
  if (interrupted === undefined || log.head().records === interrupted.records) return;
  void log.close();
  const { id: runId } = interrupted;
  throw new DejimaError("conflict", `Cannot resume run ${runId}: another process has worked on it just now`, {
    runId,
    held: true,
  });
}
