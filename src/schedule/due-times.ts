import { Cron } from "croner";
import type { When } from "../contract/user/schedule.ts";

/** Beyond this number, missed times are not counted one by one. */
const MAX_COUNTED = 1_000;

/** The first due time after `after`. Returns `undefined` if there is none. */
export function nextDue(when: When, after: number): number | undefined {
  switch (when.kind) {
    case "once":
      return when.at > after ? when.at : undefined;
    case "every":
      return after < when.from
        ? when.from
        : when.from + (Math.floor((after - when.from) / when.everyMs) + 1) * when.everyMs;
    case "cron":
      return cronOf(when).nextRun(new Date(after))?.getTime();
  }
}

/** The last `most` times from `from` to `until`, both included, oldest first; and the total number. */
export function dueBetween(
  when: When,
  { from, until, most }: { readonly from: number; readonly until: number; readonly most: number },
): { readonly times: readonly number[]; readonly count: number } {
  if (when.kind === "cron") return cronBetween(cronOf(when), { from, until, most });
  const first = nextDue(when, from - 1);
  if (first === undefined || first > until) return { times: [], count: 0 };
  if (when.kind === "once") return { times: [first], count: 1 };
  const count = Math.floor((until - first) / when.everyMs) + 1;
  const returned = Math.min(count, most);
  const times = Array.from(
    { length: returned },
    (_none, at) => first + (count - returned + at) * when.everyMs,
  );
  return { times, count };
}

function cronBetween(cron: Cron, { from, until, most }: { from: number; until: number; most: number }) {
  const times: number[] = [];
  for (let at: number | undefined = from - 1; times.length < MAX_COUNTED; ) {
    at = cron.nextRun(new Date(at))?.getTime();
    if (at === undefined || at > until) return { times: times.slice(-most), count: times.length };
    times.push(at);
  }
  // The library searches back from a time that it excludes.
  const last = cron.previousRuns(most, new Date(until + 1_000)).map((date) => date.getTime());
  return { times: last.filter((time) => time >= from && time <= until).reverse(), count: times.length };
}

function cronOf({ expression, timezone }: Extract<When, { kind: "cron" }>): Cron {
  return new Cron(expression, { timezone, paused: true });
}
