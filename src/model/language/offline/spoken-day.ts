const WEEKDAYS_EN = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const DAYS_ZH = "日一二三四五六";
const DAY_MS = 86_400_000;

type Reading = readonly [
  pattern: RegExp,
  away: (match: RegExpExecArray, weekday: number) => number | undefined,
];

// How many days from today. Longer patterns come first.
const READINGS: readonly Reading[] = [
  [/\bthe day after tomorrow\b|大后天|后天/i, ([word]) => (word === "大后天" ? 3 : 2)],
  [/\btomorrow(?: (?=morning|afternoon|evening|night))?|明天|明日|明(?=早|晚)/i, () => 1],
  [/\btoday\b|\bthis (?=morning|afternoon|evening)|\btonight\b|今天|今日|今(?=早|晚)/i, () => 0],
  [
    new RegExp(`\\b(?:on |next |this |coming )+(${WEEKDAYS_EN.join("|")})\\b`, "i"),
    ([, day = ""], weekday) => until(WEEKDAYS_EN.indexOf(day.toLowerCase()), weekday),
  ],
  [
    new RegExp(`下个?(?:周|星期|礼拜)([${DAYS_ZH}天])`),
    ([, day = ""], weekday) => 7 - ((weekday + 6) % 7) + ((indexZh(day) + 6) % 7),
  ],
  [
    new RegExp(`(?<!每个?)(?:这个?|本)?(?:周|星期|礼拜)([${DAYS_ZH}天])`),
    ([, day = ""], weekday) => until(indexZh(day), weekday),
  ],
];

/**
 * The day in a message, as a date, and the message without those words. "Evening" stays, for the clock time.
 */
export function spokenDay(
  message: string,
  today: string | undefined,
): { date: string; rest: string; night: boolean } | undefined {
  const named = /(?:\bon )?\b(\d{4}-\d\d-\d\d)\b/i.exec(message);
  if (named?.[1] !== undefined)
    return { date: named[1], rest: message.replace(named[0], " ").replace(/\s+/g, " ").trim(), night: false };
  if (today === undefined) return undefined;
  const dated = /(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]/.exec(message);
  if (dated !== null) {
    const day = `${dated[1]?.padStart(2, "0")}-${dated[2]?.padStart(2, "0")}`;
    const year = Number(today.slice(0, 4)) + (day < today.slice(5) ? 1 : 0);
    return { date: `${year}-${day}`, rest: message.replace(dated[0], " ").trim(), night: false };
  }
  const start = Date.parse(`${today}T00:00:00Z`);
  const weekday = new Date(start).getUTCDay();
  for (const [pattern, away] of READINGS) {
    const match = pattern.exec(message);
    const days = match === null ? undefined : away(match, weekday);
    if (match === null || days === undefined) continue;
    const rest = `${message.slice(0, match.index)} ${message.slice(match.index + match[0].length)}`;
    const date = new Date(start + days * DAY_MS).toISOString().slice(0, 10);
    return { date, rest: rest.replace(/\s+/g, " ").trim(), night: /tonight/i.test(match[0]) };
  }
  return undefined;
}

// Days until the next such weekday; today's own weekday is a week away.
function until(day: number, weekday: number): number | undefined {
  return day < 0 ? undefined : ((day - weekday + 6) % 7) + 1;
}

function indexZh(day: string): number {
  return Math.max(0, DAYS_ZH.indexOf(day));
}
