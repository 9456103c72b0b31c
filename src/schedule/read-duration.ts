const UNITS: readonly (readonly [names: RegExp, milliseconds: number])[] = [
  [/^(?:s|secs?|seconds?|秒钟?)$/i, 1_000],
  [/^(?:m|mins?|minutes?|分钟?)$/i, 60_000],
  [/^(?:h|hrs?|hours?|小时|个小时)$/i, 3_600_000],
  [/^(?:d|days?|天)$/i, 86_400_000],
  [/^(?:w|weeks?|周|个?星期)$/i, 604_800_000],
];
const PART = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+|[\u4e00-\u9fff]+?(?=\d|\s|$))\s*/i;

/** A time span in milliseconds: `90s`, `10m`, `1h 30m`, `2 days`, `10分钟`; nothing when it is none. */
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
