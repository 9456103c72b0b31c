/** Formats a time as ISO 8601 with the offset of a zone: "2026-11-16T17:05:00+09:00". Default: the zone of this process. */
export function zonedIso(at: number, timeZone?: string): string {
  return isoText(at, zoneFormatter(timeZone));
}

/** The same with a formatter of the caller, because creating one is the slowest step. */
export function isoText(at: number, formatter: Intl.DateTimeFormat): string {
  const last = LAST_MINUTE.get(formatter);
  if (last?.minute === Math.floor(at / 60_000))
    return `${last.text.slice(0, 17)}${new Date(at).toISOString().slice(17, 19)}${last.text.slice(19)}`;
  const text = formatted(at, formatter);
  const isUsual = at > WHOLE_MINUTES_SINCE && text[16] === ":";
  if (isUsual) LAST_MINUTE.set(formatter, { minute: Math.floor(at / 60_000), text });
  return text;
}

/** The last time of each formatter that is used again. In its minute only the seconds differ. */
const LAST_MINUTE = new WeakMap<Intl.DateTimeFormat, { readonly minute: number; readonly text: string }>();
/** Since 1973 the offsets of all zones are whole minutes, and none has changed within a minute. */
const WHOLE_MINUTES_SINCE = Date.UTC(1973, 0);

function formatted(at: number, formatter: Intl.DateTimeFormat): string {
  // "11/16/2026, 17:05:00 GMT+09:00", by the locale of `newFormatter`. Its parts one by one take twice as long.
  const [clock = "", offset = ""] = formatter.format(at).split("GMT");
  const [month, day, year, hour, minute, second] = clock.match(/\d+/g) ?? [];
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset || "+00:00"}`;
}

/** Formats a time for people in a zone: "2026-11-16 17:05". */
export function localTime(at: number, timeZone?: string): string {
  return zonedIso(at, timeZone).slice(0, 16).replace("T", " ");
}

/** The day in a zone: "2026-11-16". */
export function localDay(at: number, timeZone?: string, formatter = zoneFormatter(timeZone)): string {
  return isoText(at, formatter).slice(0, 10);
}

/** Caches one formatter per zone. The cache is bounded: there are about six hundred zone names, and an unknown one throws. */
export function cacheZoneFormatters(): (timeZone?: string) => Intl.DateTimeFormat {
  const cache = new Map<string | undefined, Intl.DateTimeFormat>();
  return (timeZone) => {
    const formatter = cache.get(timeZone) ?? zoneFormatter(timeZone);
    cache.set(timeZone, formatter);
    return formatter;
  };
}

/** Formatters of named zones. The zone of the process can change. */
const NAMED = new Map<string, Intl.DateTimeFormat>();
/** More than there are zones: other spellings of their names count as well. */
const MAX_NAMED = 1_000;

/** The formatter for `isoText`. Throws a RangeError if the zone is unknown. */
function zoneFormatter(timeZone?: string): Intl.DateTimeFormat {
  if (timeZone === undefined) return newFormatter();
  const formatter = NAMED.get(timeZone) ?? newFormatter(timeZone);
  if (NAMED.size >= MAX_NAMED) NAMED.clear();
  NAMED.set(timeZone, formatter);
  return formatter;
}

function newFormatter(timeZone?: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    ...(timeZone === undefined ? {} : { timeZone }),
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "longOffset",
  });
}
