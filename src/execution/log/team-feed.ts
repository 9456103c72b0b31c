import type { HarbourEvent } from "../../contract/event.ts";
import type { LogTable, SharedStore } from "../../store/shared-store.ts";
import { createEventBus, type EventBus } from "../event-bus.ts";
import { parseRecord } from "./read-log.ts";

interface TeamFeedOptions {
  shared(): Promise<SharedStore>;
  onFault(fault: unknown): void;
}

const PAGE = 500;
/** Of how many runs it is remembered what was told. */
const MOST_RUNS = 50_000;

/** How far the log of a run was told. */
interface Cursor {
  next: number;
  part: number;
}

/** What happens in the runs of a team, at whichever machine, from the first reader on. It costs nothing while nobody reads. */
export function createTeamFeed({ shared, onFault }: TeamFeedOptions): Pick<EventBus, "events"> {
  const bus = createEventBus(onFault);
  let readers = 0;
  let stop: (() => void) | undefined;

  async function start(): Promise<() => void> {
    const { logs, leases } = await shared();
    const since = new Date().toISOString();
    const cursors = new Map<string, Cursor>();
    const changed = new Set<string>();
    let telling = false;
    const tell = async () => {
      for (const runId of changed) {
        changed.delete(runId);
        const cursor = cursors.get(runId) ?? { next: 0, part: 0 };
        cursors.set(runId, cursor);
        for (const oldest of cursors.keys()) if (cursors.size > MOST_RUNS) cursors.delete(oldest);
        // What happened before there was a reader is not news.
        for await (const event of freshEvents(logs, runId, cursor)) if (event.at >= since) bus.emit(event);
      }
    };
    const look = (runIds: readonly string[]) => {
      for (const runId of runIds) changed.add(runId);
      if (telling) return;
      telling = true;
      tell()
        .catch(onFault)
        .finally(() => {
          telling = false;
        });
    };
    return logs.watchAll((runId) => {
      if (runId !== undefined) look([runId]);
      // News may have been missed: runs that somebody works on are looked at.
      else void leases.held().then(look, onFault);
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

/** The records of a run after a place, and what was said after them. */
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
      // The same event that was announced, without its place in the chain.
      yield event as HarbourEvent;
    }
  }
  for (const { part, line } of await logs.said(runId, { seq: cursor.next - 1, part: cursor.part })) {
    cursor.part = part;
    yield JSON.parse(line);
  }
}
