import { ANNOUNCED_ONLY, type HarbourEvent } from "../../contract/event.ts";
import type { LogTable, SharedStore } from "../../store/shared-store.ts";
import { createEventBus, type EventBus } from "../event-bus.ts";
import { parseRecord } from "./read-log.ts";

interface TeamFeedOptions {
  shared(): Promise<SharedStore>;
  onFault(fault: unknown): void;
}

const PAGE = 500;
/** Maximum number of runs whose position is remembered. */
const MAX_RUNS = 50_000;

/** The position in the log of a run up to which events were emitted. */
interface Cursor {
  next: number;
  part: number;
}

/** The events of all runs of a team, on any machine, from the first reader on. It costs nothing while nobody reads. */
export function createTeamFeed({ shared, onFault }: TeamFeedOptions): Pick<EventBus, "events"> {
  const bus = createEventBus(onFault);
  let readers = 0;
  let stop: (() => void) | undefined;

  async function start(): Promise<() => void> {
    const { logs, leases, lag } = await shared();
    const since = new Date().toISOString();
    const cursors = new Map<string, Cursor>();
    const changed = new Set<string>();
    let emitting = false;
    const emitChanges = async () => {
      for (const runId of changed) {
        changed.delete(runId);
        const cursor = cursors.get(runId) ?? { next: 0, part: 0 };
        cursors.set(runId, cursor);
        for (const oldest of cursors.keys()) if (cursors.size > MAX_RUNS) cursors.delete(oldest);
        // Events before the first reader are not emitted.
        for await (const event of freshEvents(logs, runId, cursor)) {
          if (event.at < since) continue;
          if (!ANNOUNCED_ONLY.has(event.type)) lag.note(event.at);
          bus.emit(event);
        }
      }
    };
    const check = (runIds: readonly string[]) => {
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
      if (runId !== undefined) check([runId]);
      // Notifications may have been missed: check the runs in progress.
      else void leases.held().then(check, onFault);
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

/** The records of a run after a position, and the pieces after them. */
async function* freshEvents(logs: LogTable, runId: string, cursor: Cursor): AsyncGenerator<HarbourEvent> {
  for (let full = true; full; ) {
    const rows = await logs.read(runId, { from: cursor.next, limit: PAGE });
    full = rows.length === PAGE;
    for (const { seq, line } of rows) {
      cursor.next = seq + 1;
      cursor.part = 0;
      const record = parseRecord(line);
      if (record === undefined) continue;
      const { prev: _prev, hash: _hash, seq: _seq, ...event } = record;
      // The event as it was announced, without its place in the chain.
      yield event as HarbourEvent;
    }
  }
  for (const { part, line } of await logs.said(runId, { seq: cursor.next - 1, part: cursor.part })) {
    cursor.part = part;
    yield JSON.parse(line);
  }
}
