/** How late this process reads new records of the runs that it follows. */
export interface EventLag {
  /** Notes that a record of this time has just been read. */
  note(at: string): void;
  figures(): LagFigures;
}

export interface LagFigures {
  /** For each limit: how many records were at most this late. */
  readonly upTo: readonly { readonly seconds: number; readonly count: number }[];
  /** Of all records. */
  readonly seconds: number;
  readonly count: number;
}

const LIMITS_SECONDS = [0.05, 0.15, 0.5, 1, 5, 30];

/** Counts from the start of the process. A machine whose clock is behind counts as not late. */
export function createEventLag(now: () => number = Date.now): EventLag {
  const upTo = LIMITS_SECONDS.map((seconds) => ({ seconds, count: 0 }));
  let [seconds, count] = [0, 0];
  return {
    note(at) {
      const late = Math.max(0, now() - Date.parse(at)) / 1000;
      if (Number.isNaN(late)) return;
      seconds += late;
      count++;
      for (const limit of upTo) if (late <= limit.seconds) limit.count++;
    },
    figures: () => ({ upTo: upTo.map((limit) => ({ ...limit })), seconds, count }),
  };
}
