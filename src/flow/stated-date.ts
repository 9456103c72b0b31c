/** Words that people use to give a date without naming it. */
const RELATIVE =
  /\b(?:today|tonight|tomorrow|next|this|coming|weekend|weeks?|days?|nights?|months?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|今|明天|后天|下[周个]|[周天晚]/iu;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const NUMBER = /\d+/g;
const CLOCK = /[T ]?\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g;
const YEAR = 4;
const DAY = 86_400_000;

/** Whether a value may be a day, in any spelling: it contains more than a time of day. */
export function isDay(value: string): boolean {
  return /\d/.test(value.replace(CLOCK, ""));
}

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ][\d:.Z+-]{2,20})?$/;

/** Whether a whole value is a date. */
export function isDate(value: string): boolean {
  return ISO.test(value.trim());
}

const MONTH = `(${MONTHS.join("|")})[a-z]{0,6}\\.?`;
const NUMBER_OF_DAY = "(\\d{1,2})(?!\\d)(?:st|nd|rd|th|\\.)?";
const UNTIL = "(?:\\s*(?:-|–|to|until|till|through|and)\\s*(?:the\\s+)?";
/** Formats of dates. One may name two days: "3 to 6 June". Groups: month, day, day. */
const DATES: readonly { readonly form: RegExp; readonly month: number; readonly days: readonly number[] }[] =
  [
    { form: /\b\d{4}-(\d{1,2})-(\d{1,2})\b/giu, month: 1, days: [2] },
    {
      form: new RegExp(`\\b${NUMBER_OF_DAY}${UNTIL}${NUMBER_OF_DAY})?\\s+(?:of\\s+)?${MONTH}\\b`, "giu"),
      month: 3,
      days: [1, 2],
    },
    {
      form: new RegExp(
        `\\b${MONTH}\\s+(?:the\\s+)?${NUMBER_OF_DAY}${UNTIL}${NUMBER_OF_DAY}(?!\\s*[a-z]))?`,
        "giu",
      ),
      month: 1,
      days: [2, 3],
    },
    { form: /\b(\d{1,2})[/.](\d{1,2})(?:[/.]\d{2,4})?\b/gu, month: 1, days: [2] },
    { form: /\b(\d{1,2})[/.](\d{1,2})(?:[/.]\d{2,4})?\b/gu, month: 2, days: [1] },
    { form: /(\d{1,2})月(\d{1,2})[日号](?:[到至-](\d{1,2})[日号])?/gu, month: 1, days: [2, 3] },
  ];
const NIGHTS =
  /(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\s+(nights?|days?|weeks?)\b|(\d{1,2}|[一二两三四五六七八九十])(?:个)?([晚天周])/giu;
const SMALL = "one two three four five six seven eight nine ten".split(" ");
const HAN = "一二三四五六七八九十";

/** The days that a text names, as months and days. */
function daysIn(text: string): readonly { readonly month: number; readonly day: number }[] {
  return DATES.flatMap(({ form, month, days }) =>
    [...text.matchAll(form)].flatMap((found) => {
      const name = MONTHS.indexOf((found[month] ?? "").toLowerCase().slice(0, 3));
      const number = name === -1 ? Number(found[month]) : name + 1;
      return days.flatMap((at) =>
        found[at] === undefined ? [] : [{ month: number, day: Number(found[at]) }],
      );
    }),
  );
}

/** How long a stay lasts according to a text, in days. */
function staysIn(text: string): number[] {
  return [...text.matchAll(NIGHTS)].map(([, english = "", unit = "", han = "", hanUnit = ""]) => {
    const word = (english || han).toLowerCase().replace("两", "二");
    const named = SMALL.indexOf(word) === -1 ? HAN.indexOf(word) : SMALL.indexOf(word);
    const count = /^\d/.test(word) ? Number(word) : named + 1;
    return count * (/week|周/i.test(unit + hanUnit) ? 7 : 1);
  });
}

/**
 * Whether the user may have meant this day. If they name days, it must be one of them, or the end of a stay of so many nights that
 * begins on one. If they name none, they may describe it in other words: "tomorrow".
 */
export function mayMeanDay(text: string, value: string): boolean {
  const [, year, month, day] = ISO.exec(value.trim()) ?? [];
  const said = daysIn(text);
  if (year === undefined || said.length === 0) return RELATIVE.test(text) || containsParts(text, value);
  const years: readonly string[] = text.match(/\b20\d{2}\b/g) ?? [];
  if (years.length > 0 && !years.includes(year)) return false;
  const meant = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const at = (one: { readonly month: number; readonly day: number }) =>
    Date.UTC(Number(year), one.month - 1, one.day);
  return said.some((one) => [0, ...staysIn(text)].some((days) => at(one) + days * DAY === meant));
}

/** Whether a text has the day and the month of a value. */
function containsParts(text: string, value: string): boolean {
  const said = new Set((text.match(NUMBER) ?? []).map(Number));
  const saysMonth = (month: number) => {
    const name = MONTHS[month - 1];
    return name !== undefined && new RegExp(`\\b${name}[a-z]{0,6}\\b`, "i").test(text);
  };
  const parts = value.replace(CLOCK, "").match(NUMBER) ?? [];
  return parts
    .filter((part) => parts.length === 1 || part.length !== YEAR)
    .every((part) => said.has(Number(part)) || (part.length < YEAR && saysMonth(Number(part))));
}
