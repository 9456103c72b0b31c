import { Cron } from "croner";
import { DejimaError } from "../contract/error.ts";
import type { When } from "../contract/user/schedule.ts";
import { localTime } from "../contract/words/local-time.ts";
import { nextDue } from "./due-times.ts";

const UNITS: readonly (readonly [names: RegExp, milliseconds: number])[] = [
  [/^(?:s|secs?|seconds?|秒钟?)$/i, 1_000],
  [/^(?:m|mins?|minutes?|分钟?)$/i, 60_000],
  [/^(?:h|hrs?|hours?|小时|个小时)$/i, 3_600_000],
  [/^(?:d|days?|天)$/i, 86_400_000],
  [/^(?:w|weeks?|周|个?星期)$/i, 604_800_000],
];

const PART = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+|[\u4e00-\u9fff]+?(?=\d|\s|$))\s*/i;

/** When something is due, in words. Exactly one of the four fields must be set. `timezone` is the zone in which it is read. */
export interface WhenWords {
  /** `2026-11-16T09:00`, with or without an offset, or only `09:00` for its next occurrence. */
  readonly at?: string | undefined;
  /** A time from now: `10m`, `1h 30m`, `2 days`. */
  readonly in?: string | undefined;
  /** Repeats with this interval. */
  readonly every?: string | undefined;
  /** Five or six fields: `0 9 * * 1-5`. */
  readonly cron?: string | undefined;
  readonly timezone?: string | undefined;
}

const FIELDS = ["at", "in", "every", "cron"] as const;
const MIN_MS = 1_000;
/** A later time cannot be written as a date. */
const MAX_MS = 1_000 * 365 * 86_400_000;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const LOCAL = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/** Parses when something is due. Throws an error with a remedy if it cannot be parsed, has passed or never comes. */
export function readWhen(words: WhenWords, { now, timezone }: { now: number; timezone: string }): When {
  const fields = FIELDS.filter((way) => words[way] !== undefined);
  if (fields.length !== 1)
    throw unreadable(
      fields.length === 0 ? "nothing says when" : `${fields.join(" and ")} cannot both say when`,
      'give one of at ("2026-11-16T09:00", "09:00"), in ("10m"), every ("1h") and cron ("0 9 * * 1-5")',
    );
  const zone = knownZone(words.timezone ?? timezone);
  if (words.in !== undefined) return { kind: "once", at: now + readSpan(words.in, "in") };
  if (words.every !== undefined) {
    const everyMs = readSpan(words.every, "every");
    return { kind: "every", everyMs, from: now + everyMs };
  }
  if (words.cron !== undefined) return readCron(words.cron.trim(), zone, now);
  return { kind: "once", at: readTime((words.at ?? "").trim(), zone, now) };
}

function readSpan(text: string, way: string): number {
  const span = readDuration(text);
  if (span === undefined)
    throw unreadable(`"${text.slice(0, 100)}" is not a time span`, `${way} takes 90s, 10m, 1h 30m, 2 days`);
  if (span < MIN_MS) throw unreadable(`"${text.slice(0, 100)}" is too short`, "the least is 1s");
  if (span > MAX_MS) throw unreadable(`"${text.slice(0, 100)}" is too long`, "the most is 1000 years");
  return span;
}

function readCron(expression: string, timezone: string, now: number): When {
  const when = { kind: "cron", expression, timezone } as const;
  const next = orUnreadable(expression, () => nextDue(when, now));
  if (next === undefined)
    throw unreadable(`"${expression.slice(0, 100)}" never comes`, "choose a day that exists");
  return when;
}

function readTime(text: string, timezone: string, now: number): number {
  const at = instantOf(text, timezone, now);
  if (at !== undefined && at > now) return at;
  if (at === undefined)
    throw unreadable(
      `"${text.slice(0, 100)}" is not a time`,
      "at takes 2026-11-16T09:00, the same with +01:00 or Z, or 09:00",
    );
  throw unreadable(
    `"${text.slice(0, 100)}" has passed; it is ${localTime(now, timezone)} now`,
    "choose a later time",
  );
}

function instantOf(text: string, timezone: string, now: number): number | undefined {
  const [, hour, minute, second = "0"] = CLOCK.exec(text) ?? [];
  if (hour !== undefined)
    return orUnreadable(text, () =>
      nextDue({ kind: "cron", expression: `${second} ${minute} ${hour} * * *`, timezone }, now),
    );
  if (WITH_OFFSET.test(text)) {
    const at = Date.parse(text.replace(" ", "T"));
    return Number.isNaN(at) ? undefined : at;
  }
  if (!LOCAL.test(text)) return undefined;
  const wall = text.length === 10 ? `${text}T00:00:00` : text.replace(" ", "T").padEnd(19, ":00");
  // The library parses a local time. Starting from 1970, it also finds one that has passed.
  return orUnreadable(text, () => new Cron(wall, { timezone, paused: true }).nextRun(new Date(0))?.getTime());
}

function orUnreadable<Value>(text: string, read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^Cron\w+: /, "") : String(cause);
    throw unreadable(
      `"${text.slice(0, 100)}" is not understood (${reason.slice(0, 200)})`,
      'cron takes five fields, minute hour day month weekday: "0 9 * * 1-5"',
    );
  }
}

function knownZone(name: string): string {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name;
  } catch {
    throw unreadable(
      `"${name.slice(0, 100)}" is not a time zone`,
      'use an IANA name such as "Europe/Berlin"',
    );
  }
}

function unreadable(problem: string, remedy: string): DejimaError {
  return new DejimaError("invalid_input", `Cannot schedule it: ${problem}; ${remedy}`);
}

/** Parses a time span to milliseconds: `90s`, `10m`, `1h 30m`, `2 days`, `10分钟`. Returns `undefined` if the text is not one. */
export function readDuration(text: string): number | undefined {
  let rest = text.trim();
  if (rest === "") return undefined;
  let sum = 0;
  while (rest !== "") {
    const [whole, number, unit] = PART.exec(rest) ?? [];
    const known = UNITS.find(([names]) => names.test(unit ?? ""));
    if (whole === undefined || known === undefined) return undefined;
    sum += Number(number) * known[1];
    rest = rest.slice(whole.length);
  }
  return Number.isSafeInteger(Math.round(sum)) ? Math.round(sum) : undefined;
}
