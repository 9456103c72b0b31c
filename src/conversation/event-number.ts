/**
 * The place of an event in its run: how many records of the log stand before it, and how many events that are only said (pieces
 * of text, progress) came since. It means the same after a restart, because the log does.
 */
export interface EventNumber {
  readonly seq: number;
  /** 0 for the record itself, counting from 1 for what is only said after it. */
  readonly part: number;
  /** How many records there were when its process took the run over. A crash may lose records that came after. */
  readonly base: number;
}

/** Before the first event. */
export const BEGINNING: EventNumber = { seq: -1, part: 0, base: 0 };

/** Whether one stands after another. */
export function isAfter(number: EventNumber, other: EventNumber): boolean {
  return number.seq === other.seq ? number.part > other.part : number.seq > other.seq;
}

/** What was seen of a run that another process has taken over since: nothing of what that process says. */
export function seenBefore(number: EventNumber, base: number): EventNumber {
  const lost = number.base !== base && number.seq >= base;
  return lost ? { seq: base - 1, part: Number.MAX_SAFE_INTEGER, base } : number;
}

/** An event's name for clients: `<run>:<seq>.<part>`, and `r<base>` after a restart. It leads to the run without a look-up. */
export function eventId(runId: string, { seq, part, base }: EventNumber): string {
  return `${runId}:${seq}.${part}${base === 0 ? "" : `r${base}`}`;
}

const EVENT_ID = /^([\w-]{1,64}):(\d{1,12})\.(\d{1,12})(?:r(\d{1,12}))?$/;

/** Parses an event name. Returns `undefined` if the text is not one. */
export function parseEventId(text: string): { runId: string; number: EventNumber } | undefined {
  const [, runId, seq, part, base = "0"] = EVENT_ID.exec(text.trim()) ?? [];
  if (runId === undefined) return undefined;
  return { runId, number: { seq: Number(seq), part: Number(part), base: Number(base) } };
}
