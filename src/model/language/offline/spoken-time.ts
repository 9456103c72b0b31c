import { spokenDay } from "./spoken-day.ts";

/** When to do something, as the fields of schedule_task, and the message without those words. */
interface SpokenTime {
  readonly when: Readonly<Record<string, string>>;
  readonly rest: string;
}

const DIGITS = "零一二三四五六七八九";
const NUMBER = "(?:\\d{1,4}|[一二两三四五六七八九十]{1,3}|半)";
const CLOCK_ZH = `(凌晨|早上|早晨|上午|中午|下午|傍晚|晚上)?\\s*(${NUMBER})\\s*[点时:：]\\s*(?:(半|一刻|三刻|${NUMBER})\\s*分?)?`;
const CLOCK_EN = "(\\d{1,2})(?:[:.](\\d{2}))?\\s*(am|pm|a\\.m\\.|p\\.m\\.|o'clock)?";
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  "forty-five": 45,
  sixty: 60,
};
const COUNT_EN = `\\d{1,4}|${Object.keys(NUMBER_WORDS).join("|")}`;
const DAYS_EN = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const DAYS_ZH = "日一二三四五六";
const UNIT_EN = "(seconds?|minutes?|mins?|hours?|days?|weeks?)";
const UNIT_ZH = "(秒钟?|分钟|个?小时|天|个?星期|周)";

type Reading = readonly [
  pattern: RegExp,
  read: (match: RegExpExecArray) => Readonly<Record<string, string>> | undefined,
];

// The first match wins, so longer patterns come first.
const READINGS: readonly Reading[] = [
  [
    new RegExp(
      `\\bevery (?:(day)|(weekday)|(${DAYS_EN.join("|")})|(morning|evening|night|afternoon))(?: at)? ${CLOCK_EN}`,
      "i",
    ),
    ([, , weekday, day, part, hour = "", minute, half]) =>
      cron(
        clockEn(hour, minute, half ?? (part === undefined || part === "morning" ? undefined : "pm")),
        weekday ? "1-5" : day && String(DAYS_EN.indexOf(day.toLowerCase())),
      ),
  ],
  [
    new RegExp(`\\bevery (?:(${COUNT_EN}) )?${UNIT_EN}\\b`, "i"),
    ([, count = "1", unit = ""]) => ({ every: `${countOf(count)} ${unit}` }),
  ],
  [
    new RegExp(`\\b(?:in|after|(?<=timer )for) (?:(${COUNT_EN})|an?) ${UNIT_EN}\\b`, "i"),
    ([, count = "1", unit = ""]) => ({ in: `${countOf(count)} ${unit}` }),
  ],
  [/\b(?:in|after) half an hour\b/i, () => ({ in: "30 minutes" })],
  [/\b(?:in|after) (?:an|one) hour and a half\b/i, () => ({ in: "90 minutes" })],
  [/\b(?:at )?noon\b/i, () => once({ hour: 12, minute: 0 })],
  [/\b(?:at )?midnight\b/i, () => once({ hour: 0, minute: 0 })],
  [
    new RegExp(`\\b(?:at|for|by) ${CLOCK_EN}(?![\\d:\\w])`, "i"),
    ([, hour = "", minute, half]) => once(clockEn(hour, minute, half)),
  ],
  [
    /\b(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)\b/i,
    ([, hour = "", minute, half]) => once(clockEn(hour, minute, half)),
  ],
  [
    new RegExp(`(${NUMBER})\\s*个半\\s*小时\\s*(?:之后|以后|后)`),
    ([, count = ""]) => ({ in: `${numberOf(count) * 60 + 30} minutes` }),
  ],
  [
    new RegExp(`(?:每天|每日|天天)\\s*${CLOCK_ZH}`),
    ([, part, hour = "", minute]) => cron(clockZh(part, hour, minute)),
  ],
  [
    new RegExp(`每个?(?:周|星期|礼拜)([${DAYS_ZH}天])\\s*${CLOCK_ZH}`),
    ([, day = "", part, hour = "", minute]) =>
      cron(clockZh(part, hour, minute), String(Math.max(0, DAYS_ZH.indexOf(day)))),
  ],
  [
    new RegExp(`(?:每个?)?工作日\\s*${CLOCK_ZH}`),
    ([, part, hour = "", minute]) => cron(clockZh(part, hour, minute), "1-5"),
  ],
  [
    new RegExp(`每(?:隔|过)?\\s*(${NUMBER})?\\s*${UNIT_ZH}`),
    ([, count = "1", unit = ""]) => ({ every: span(count, unit) }),
  ],
  [
    new RegExp(`(?:过)?\\s*(${NUMBER})\\s*${UNIT_ZH}\\s*(?:之后|以后|后)`),
    ([, count = "", unit = ""]) => ({ in: span(count, unit) }),
  ],
  [
    new RegExp(`(?:在|到|今天)?\\s*${CLOCK_ZH}`),
    ([, part, hour = "", minute]) => once(clockZh(part, hour, minute)),
  ],
];

const EVENING = "20:00";
const MORNING = "09:00";

/**
 * The time in a message, in English or Chinese. A day without a time means its morning. `today` is
 * YYYY-MM-DD.
 */
export function spokenTime(message: string, today?: string): SpokenTime | undefined {
  const day = /每|\bevery\b/i.test(message) ? undefined : spokenDay(message, today);
  if (day === undefined) return clockTime(message);
  const clock = clockTime(day.rest);
  if (clock?.when.at === undefined && clock !== undefined) return clock;
  const night = day.night || /晚上?|傍晚|夜里|\b(?:evening|night)\b/i.test(day.rest);
  const rest = (clock?.rest ?? day.rest)
    .replace(
      /早上|上午|中午|下午|傍晚|晚上|夜里|(?<=^|\s)[早晚](?=\s|$)|\b(?:in the )?(?:morning|afternoon|evening|night)\b/gi,
      " ",
    )
    .replace(/\s+/g, " ")
    .trim();
  const [hour = "", minute = ""] = (clock?.when.at ?? (night ? EVENING : MORNING)).split(":");
  // "Tomorrow evening at 8" is 20:00.
  const late = night && clock !== undefined && Number(hour) < 12 ? Number(hour) + 12 : Number(hour);
  return { when: { at: `${day.date}T${String(late).padStart(2, "0")}:${minute}` }, rest };
}

function clockTime(message: string): SpokenTime | undefined {
  for (const [pattern, read] of READINGS) {
    const match = pattern.exec(message);
    const when = match === null ? undefined : read(match);
    if (match === null || when === undefined) continue;
    const rest = `${message.slice(0, match.index)} ${message.slice(match.index + match[0].length)}`;
    return { when, rest: rest.replace(/\s+/g, " ").trim() };
  }
  return undefined;
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
}

function once(clock: Clock | undefined): Readonly<Record<string, string>> | undefined {
  return clock && { at: `${String(clock.hour).padStart(2, "0")}:${String(clock.minute).padStart(2, "0")}` };
}

function cron(clock: Clock | undefined, day = "*"): Readonly<Record<string, string>> | undefined {
  return clock && { cron: `${clock.minute} ${clock.hour} * * ${day}` };
}

function countOf(count: string): number {
  return NUMBER_WORDS[count.toLowerCase()] ?? Number(count);
}

function clockEn(hour: string, minute = "0", half = ""): Clock | undefined {
  const base = Number(hour);
  const shifted = /^p/i.test(half) && base < 12 ? base + 12 : /^a/i.test(half) && base === 12 ? 0 : base;
  return valid({ hour: shifted, minute: Number(minute) });
}

function clockZh(part = "", hour: string, minute = "0"): Clock | undefined {
  const base = numberOf(hour);
  const late = /下午|傍晚|晚上/.test(part) || (part === "中午" && base < 11);
  const minutes = minute === "半" ? 30 : minute === "一刻" ? 15 : minute === "三刻" ? 45 : numberOf(minute);
  return valid({ hour: late && base < 12 ? base + 12 : base, minute: minutes });
}

function valid(clock: Clock): Clock | undefined {
  return clock.hour <= 23 && clock.minute <= 59 ? clock : undefined;
}

function span(count: string, unit: string): string {
  const english = /秒/.test(unit)
    ? "seconds"
    : /分/.test(unit)
      ? "minutes"
      : /时/.test(unit)
        ? "hours"
        : /天/.test(unit)
          ? "days"
          : "weeks";
  if (count === "半")
    return english === "hours" ? "30 minutes" : english === "days" ? "12 hours" : "30 seconds";
  return `${numberOf(count)} ${english}`;
}

/** 9, 九, 十五, 二十, 两. */
function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const digits = text.replaceAll("两", "二");
  const [tens = "", ones = ""] = digits.includes("十") ? digits.split("十") : ["0", digits];
  const digit = (one: string, otherwise: number) =>
    one === "" ? otherwise : Math.max(0, DIGITS.indexOf(one));
  return (digits.includes("十") ? digit(tens, 1) * 10 : 0) + digit(ones, 0);
}
