import { ANNOUNCED_ONLY, type HarbourEvent } from "../../contract/event.ts";
import type { LogNews, LogPosition, SharedStore } from "../../store/shared-store.ts";
import { createEventBus, type EventBus } from "../event-bus.ts";
import { parseRecord } from "./read-log.ts";

interface TeamFeedOptions {
  shared(): Promise<SharedStore>;
  onFault(fault: unknown): void;
}

const PAGE = 500;
/** Maximum number of runs whose position is remembered. */
const MAX_RUNS = 50_000;

/** How many runs are read at once. */
const MOST_AT_ONCE = 500;

/** The position in the log of a run up to which events were emitted. */
type Cursor = Omit<LogPosition, "runId">;

const BEGINNING: Cursor = { seq: 0, part: 0 };
const NOTHING: LogNews = { rows: [], pieces: [] };

/** The events of all runs of a team, on any machine, from the first reader on. It costs nothing while nobody reads. */
export function createTeamFeed({ shared, onFault }: TeamFeedOptions): Pick<EventBus, "events"> {
  const bus = createEventBus(onFault);
  let readers = 0;
  let stop: (() => void) | undefined;

  async function start(): Promise<() => void> {
    const { logs, leases, lag } = await shared();
    const since = Date.now();
    const cursors = new Map<string, Cursor>();
    const changed = new Set<string>();
    /** Runs that a notification named and that were not read since. */
    const named = new Set<string>();
    /** Runs whose end was not seen yet. */
    const open = new Set<string>();
    let emitting = false;
    const emitChanges = async () => {
      while (changed.size > 0) {
        const runIds = [...changed].slice(0, MOST_AT_ONCE);
        const positions = runIds.map((runId) => ({ runId, ...(cursors.get(runId) ?? BEGINNING) }));
        // What changes while they are read marks them again.
        for (const runId of runIds) changed.delete(runId);
        const news = await logs.readAll(positions, PAGE).catch((error: unknown) => {
          // The next check reads them.
          for (const runId of runIds) changed.add(runId);
          throw error;
        });
        for (const { runId, ...position } of positions) {
          const { rows, pieces } = news.get(runId) ?? NOTHING;
          if (rows.length === PAGE) changed.add(runId);
          const events = [...eventsOf({ rows, pieces })];
          // Events before the first reader are not emitted. They stand in the first part of a log that is read.
          const begin = cursors.has(runId) ? "" : beginOf(events, { since, isNew: named.has(runId) });
          named.delete(runId);
          cursors.set(runId, positionAfter(position, { rows, pieces }));
          for (const event of events) {
            if (event.type === "run-end") open.delete(runId);
            else open.add(runId);
            if (event.at < begin) continue;
            if (!ANNOUNCED_ONLY.has(event.type)) lag.note(event.at);
            bus.emit(event);
          }
        }
        for (const oldest of cursors.keys()) {
          if (cursors.size <= MAX_RUNS) break;
          cursors.delete(oldest);
          open.delete(oldest);
        }
      }
    };
    const check = (runIds: Iterable<string>) => {
      for (const runId of runIds) changed.add(runId);
      if (emitting) return;
      emitting = true;
      emitChanges()
        .catch(onFault)
        .finally(() => {
          emitting = false;
        });
    };
    return logs.watchAll((runId) => {
      if (runId !== undefined) {
        named.add(runId);
        check([runId]);
      }
      // Notifications may have been missed: check the runs in progress, and those that may have ended meanwhile.
      else void leases.held().then((held) => check([...held, ...open]), onFault);
    });
  }

  return {
    events({ signal, capacity }) {
      readers++;
      const begun = readers === 1 ? start() : undefined;
      begun?.then(
        (end) => {
          if (readers > 0) stop = end;
          else end();
        },
        (error) => onFault(error),
      );
      signal.addEventListener(
        "abort",
        () => {
          readers--;
          if (readers > 0) return;
          stop?.();
          stop = undefined;
        },
        { once: true },
      );
      return bus.events({ signal, ...(capacity === undefined ? {} : { capacity }) });
    },
  };
}

/**
 * The time from which the events of a log are new, by the clock of the machine that writes them, which may differ from ours. If a
 * notification has just named the run, its last event was written just now.
 */
function beginOf(
  events: readonly HarbourEvent[],
  { since, isNew }: { readonly since: number; readonly isNew: boolean },
): string {
  const last = isNew ? Date.parse(events.at(-1)?.at ?? "") : Number.NaN;
  return new Date(Number.isNaN(last) ? since : since + last - Date.now()).toISOString();
}

function positionAfter(before: Cursor, { rows, pieces }: LogNews): Cursor {
  const last = rows.at(-1);
  const seq = last === undefined ? before.seq : last.seq + 1;
  return { seq, part: pieces.at(-1)?.part ?? (last === undefined ? before.part : 0) };
}

function* eventsOf({ rows, pieces }: LogNews): Generator<HarbourEvent> {
  for (const { line } of rows) {
    const record = parseRecord(line);
    if (record === undefined) continue;
    const { prev: _prev, hash: _hash, seq: _seq, ...event } = record;
    // The event as it was announced, without its place in the chain.
    yield event as HarbourEvent;
  }
  for (const { line } of pieces) yield JSON.parse(line);
}
