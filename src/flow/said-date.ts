/** Words by which people give a date without naming it. */
const RELATIVE =
  /\b(?:today|tonight|tomorrow|next|this|coming|weekend|weeks?|days?|nights?|months?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|今|明天|后天|下[周个]|[周天晚]/iu;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const NUMBER = /\d+/g;
const DATE = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/;

/** Whether a value is the date of a day. */
export function isDay(value: string): boolean {
  return DATE.test(value);
}

/** Whether the user may have meant this day: they said its day and its month, or gave a date in other words. */
export function mayMeanDay(text: string, value: string): boolean {
  if (RELATIVE.test(text)) return true;
  const [, , month, day] = DATE.exec(value) ?? [];
  const said = new Set((text.match(NUMBER) ?? []).map(Number));
  const name = MONTHS[Number(month) - 1] ?? "";
  const saysMonth = said.has(Number(month)) || new RegExp(`\\b${name}[a-z]{0,6}\\b`, "i").test(text);
  return said.has(Number(day)) && saysMonth;
}
