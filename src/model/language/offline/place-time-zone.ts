const PLACES: readonly (readonly [names: RegExp, zone: string])[] = [
  [/tokyo|japan|东京|日本/i, "Asia/Tokyo"],
  [/beijing|shanghai|shenzhen|china|北京|上海|深圳|广州|中国/i, "Asia/Shanghai"],
  [/hong ?kong|香港/i, "Asia/Hong_Kong"],
  [/taipei|taiwan|台北|台湾/i, "Asia/Taipei"],
  [/singapore|新加坡/i, "Asia/Singapore"],
  [/seoul|korea|首尔|韩国/i, "Asia/Seoul"],
  [/london|united kingdom|england|伦敦|英国/i, "Europe/London"],
  [/paris|france|巴黎|法国/i, "Europe/Paris"],
  [/berlin|germany|柏林|德国/i, "Europe/Berlin"],
  [/moscow|莫斯科/i, "Europe/Moscow"],
  [/new york|纽约/i, "America/New_York"],
  [/los angeles|san francisco|洛杉矶|旧金山/i, "America/Los_Angeles"],
  [/sydney|悉尼/i, "Australia/Sydney"],
  [/mumbai|delhi|india|孟买|德里|印度/i, "Asia/Kolkata"],
  [/\b(?:utc|gmt)\b/i, "UTC"],
];

/** The time zone that a message names, by a place or by its IANA name. */
export function timeZoneIn(message: string): string | undefined {
  const named = /\b(?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Za-z_/]+/.exec(
    message,
  );
  return named?.[0] ?? PLACES.find(([names]) => names.test(message))?.[1];
}
