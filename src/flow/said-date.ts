/** Words that people use to give a date without naming it. */
const RELATIVE =
  /\b(?:today|tonight|tomorrow|next|this|coming|weekend|weeks?|days?|nights?|months?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|今|明天|后天|下[周个]|[周天晚]/iu;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const NUMBER = /\d+/g;
const CLOCK = /[T ]?\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g;
const YEAR = 4;

/** Whether a value may be a day, in any spelling: it contains more than a time of day. */
export function isDay(value: string): boolean {
  return /\d/.test(value.replace(CLOCK, ""));
}

/** Whether the user may have meant this day: they said its day and its month, or described a date in other words. */
export function mayMeanDay(text: string, value: string): boolean {
  if (RELATIVE.test(text)) return true;
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
