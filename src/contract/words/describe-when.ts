import type { When } from "../user/schedule.ts";
import { localTime } from "./local-time.ts";
import type { Language } from "./messages.ts";

const UNITS = [
  ["week", "周", 604_800_000],
  ["day", "天", 86_400_000],
  ["hour", "小时", 3_600_000],
  ["minute", "分钟", 60_000],
  ["second", "秒", 1_000],
] as const;

interface WhenOptions {
  /** Default: the time zone of this process. */
  readonly timeZone?: string | undefined;
  readonly language?: Language;
}

/** Describes when something is due, in words for people. */
export function describeWhen(when: When, { timeZone, language = "en" }: WhenOptions = {}): string {
  switch (when.kind) {
    case "once":
      return language === "en"
        ? `once at ${localTime(when.at, timeZone)}`
        : `${localTime(when.at, timeZone)}，一次`;
    case "every": {
      const [unit, zh, size] = UNITS.find(([, , ms]) => when.everyMs % ms === 0) ?? [
        "millisecond",
        "毫秒",
        1,
      ];
      const count = when.everyMs / size;
      if (language === "zh") return `每 ${count} ${zh}`;
      return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
    }
    case "cron":
      return `${when.expression} (${when.timezone})`;
  }
}
