import type { When } from "../user/schedule.ts";
import { localTime } from "./local-time.ts";

const UNITS = [
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** Describes when something is due, in words for people. Default time zone: that of this process. */
export function describeWhen(when: When, timeZone?: string): string {
  switch (when.kind) {
    case "once":
      return `once at ${localTime(when.at, timeZone)}`;
    case "every": {
      const [unit, size] = UNITS.find(([, ms]) => when.everyMs % ms === 0) ?? ["millisecond", 1];
      const count = when.everyMs / size;
      return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
    }
    case "cron":
      return `${when.expression} (${when.timezone})`;
  }
}
