import type { Language } from "./preferences.ts";

const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", zh: "zh-CN" };

/** Numbers and times in the format of a language. */
export interface Format {
  number(value: number): string;
  bytes(value: number): string;
  /** US dollars, from millionths. */
  money(millionths: number): string;
  duration(milliseconds: number): string;
  time(when: number | string): string;
  dateTime(when: number | string): string;
  /** A calendar day, from `2026-11-15`. */
  day(day: string): string;
  /** To the second, with the time zone. */
  exact(when: number | string): string;
  /** "3 minutes ago" or "in 24 hours". A date if it is more than a day ago or more than two days ahead. */
  ago(when: number | string, now?: number): string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function createFormat(language: Language): Format {
  const locale = LOCALES[language];
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const dollars = (digits: number) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency: "USD",
      currencyDisplay: "narrowSymbol",
      maximumFractionDigits: digits,
    });
  const [cents, fractions] = [dollars(2), dollars(4)];
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });
  const calendar = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "long" });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  return {
    number: (value) => plain.format(value),
    bytes: (value) => bytesText(value, plain),
    // Less than a dollar is shown more precisely, and never as zero.
    money: (millionths) =>
      millionths > 0 && millionths < 50
        ? `<${fractions.format(0.0001)}`
        : (millionths < 1_000_000 ? fractions : cents).format(millionths / 1_000_000),
    duration: (ms) => durationText(ms, plain, UNITS[language]),
    time: (when) => clock.format(new Date(when)),
    dateTime: (when) => day.format(new Date(when)),
    day: (text) => calendar.format(new Date(text)),
    exact: (when) => exact.format(new Date(when)),
    ago(when, now = Date.now()) {
      const passed = now - new Date(when).getTime();
      if (passed < MINUTE && passed > -MINUTE) return relative.format(0, "second");
      const [size, unit] = Math.abs(passed) < HOUR ? [MINUTE, "minute" as const] : [HOUR, "hour" as const];
      return passed < DAY && passed > -2 * DAY
        ? relative.format(-Math.round(passed / size), unit)
        : day.format(new Date(when));
    },
  };
}

const UNITS = { en: ["min", "h", "d"], zh: ["分", "小时", "天"] } as const;

function durationText(ms: number, plain: Intl.NumberFormat, units: readonly string[]): string {
  if (ms > 0 && ms < 1) return "<1 ms";
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${plain.format(ms / 1_000)} s`;
  const [minute = "", hour = "", day = ""] = units;
  if (ms < HOUR) return joined([Math.floor(ms / MINUTE), minute], [Math.floor((ms % MINUTE) / 1_000), "s"]);
  if (ms < DAY) return joined([Math.floor(ms / HOUR), hour], [Math.floor((ms % HOUR) / MINUTE), minute]);
  return joined([Math.floor(ms / DAY), day], [Math.floor((ms % DAY) / HOUR), hour]);
}

/** A duration in two units, the second only if it is not zero. */
function joined(...parts: readonly (readonly [number, string])[]): string {
  return parts
    .filter(([count], index) => index === 0 || count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}

function bytesText(bytes: number, plain: Intl.NumberFormat): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${plain.format(bytes / 1024)} KiB`;
  return `${plain.format(bytes / 1024 ** 2)} MiB`;
}
