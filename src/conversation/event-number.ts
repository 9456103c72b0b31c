/**
 * The place of an event in its run: how many records of the log stand before or at it, and how many events that are only said
 * (pieces of text, progress) came since. It means the same after a restart, because the log does.
 */
export interface EventNumber {
  readonly seq: number;
  /** 0 for the record itself, counting from 1 for what is only said after it. */
  readonly part: number;
}

/** Before the first event. */
export const BEGINNING: EventNumber = { seq: -1, part: 0 };

/** Whether one stands after another. */
export function isAfter(number: EventNumber, other: EventNumber): boolean {
  return number.seq === other.seq ? number.part > other.part : number.seq > other.seq;
}

/** An event's name for clients: `<run>:<seq>.<part>`. It leads to the run without a look-up. */
export function eventId(runId: string, { seq, part }: EventNumber): string {
  return `${runId}:${seq}.${part}`;
}

const EVENT_ID = /^([\w-]{1,64}):(\d{1,12})\.(\d{1,12})$/;

/** Reads such a name; nothing when it is none. */
export function parseEventId(text: string): { runId: string; number: EventNumber } | undefined {
  const [, runId, seq, part] = EVENT_ID.exec(text.trim()) ?? [];
  return runId === undefined ? undefined : { runId, number: { seq: Number(seq), part: Number(part) } };
}
