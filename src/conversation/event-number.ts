/**
 * The place of an event in its run: the number of log records before it, and the number of unrecorded events (pieces of text,
 * progress) since the last record. It stays valid after a restart, because the log does.
 */
export interface EventNumber {
  readonly seq: number;
  /** 0 for the record itself; unrecorded events after it count from 1. */
  readonly part: number;
  /** How many records there were when its process took over the run. A crash may lose later records. */
  readonly base: number;
}

/** The position before the first event. */
export const BEGINNING: EventNumber = { seq: -1, part: 0, base: 0 };

/** Whether one position is after another. */
export function isAfter(number: EventNumber, other: EventNumber): boolean {
  return number.seq === other.seq ? number.part > other.part : number.seq > other.seq;
}

/** The last seen position in a run that another process has taken over since. It is before all events of that process. */
export function lastSeenPosition(number: EventNumber, base: number): EventNumber {
  const lost = number.base !== base && number.seq >= base;
  return lost ? { seq: base - 1, part: Number.MAX_SAFE_INTEGER, base } : number;
}

/** The id of an event for clients: `<run>:<seq>.<part>`, with `r<base>` after a restart. It contains the run's id. */
export function eventId(runId: string, { seq, part, base }: EventNumber): string {
  return `${runId}:${seq}.${part}${base === 0 ? "" : `r${base}`}`;
}

const EVENT_ID = /^([\w-]{1,64}):(-1|\d{1,12})\.(\d{1,12})(?:r(\d{1,12}))?$/;

/** Parses an event name. Returns `undefined` if the text is not one. */
export function parseEventId(text: string): { runId: string; number: EventNumber } | undefined {
  const [, runId, seq, part, base = "0"] = EVENT_ID.exec(text.trim()) ?? [];
  if (runId === undefined) return undefined;
  return { runId, number: { seq: Number(seq), part: Number(part), base: Number(base) } };
}
