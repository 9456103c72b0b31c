// Countries, and cities that have no zone of their own name or are spoken of in Chinese.
const PLACES: readonly (readonly [names: RegExp, zone: string])[] = [
  [/\bjapan\b|\bosaka\b|\bkyoto\b|东京|日本|大阪|京都/i, "Asia/Tokyo"],
  [
    /\bbeijing\b|\bshenzhen\b|\bguangzhou\b|\bhangzhou\b|\bchina\b|北京|上海|深圳|广州|杭州|成都|武汉|南京|西安|重庆|中国/i,
    "Asia/Shanghai",
  ],
  [/\bhong ?kong\b|香港/i, "Asia/Hong_Kong"],
  [/\btaiwan\b|台北|台湾/i, "Asia/Taipei"],
  [/新加坡/, "Asia/Singapore"],
  [/\bkorea\b|\bbusan\b|首尔|韩国|釜山/i, "Asia/Seoul"],
  [/\bthailand\b|曼谷|泰国/i, "Asia/Bangkok"],
  [/\bvietnam\b|\bhanoi\b|\bsaigon\b|河内|胡志明|越南/i, "Asia/Ho_Chi_Minh"],
  [/\bmalaysia\b|吉隆坡|马来西亚/i, "Asia/Kuala_Lumpur"],
  [/\bindonesia\b|雅加达|印度尼西亚|印尼/i, "Asia/Jakarta"],
  [/\bphilippines\b|马尼拉|菲律宾/i, "Asia/Manila"],
  [
    /\bmumbai\b|\bdelhi\b|\bbangalore\b|\bbengaluru\b|\bchennai\b|\bkolkata\b|\bindia\b|孟买|德里|印度/i,
    "Asia/Kolkata",
  ],
  [/\bemirates\b|\babu dhabi\b|迪拜|阿联酋|阿布扎比/i, "Asia/Dubai"],
  [/\bturkey\b|伊斯坦布尔|土耳其/i, "Europe/Istanbul"],
  [/\bisrael\b|\btel aviv\b|耶路撒冷|特拉维夫|以色列/i, "Asia/Jerusalem"],
  [
    /\bunited kingdom\b|\bengland\b|\bbritain\b|\bscotland\b|\bedinburgh\b|\bmanchester\b|\bUK\b|伦敦|英国/i,
    "Europe/London",
  ],
  [/\bireland\b|都柏林|爱尔兰/i, "Europe/Dublin"],
  [/\bfrance\b|巴黎|法国/i, "Europe/Paris"],
  [/\bgermany\b|\bmunich\b|\bhamburg\b|\bfrankfurt\b|柏林|慕尼黑|法兰克福|德国/i, "Europe/Berlin"],
  [/\bspain\b|\bbarcelona\b|马德里|巴塞罗那|西班牙/i, "Europe/Madrid"],
  [/\bitaly\b|\bmilan\b|罗马|米兰|意大利/i, "Europe/Rome"],
  [/\bnetherlands\b|阿姆斯特丹|荷兰/i, "Europe/Amsterdam"],
  [/\bswitzerland\b|\bgeneva\b|苏黎世|日内瓦|瑞士/i, "Europe/Zurich"],
  [/\baustria\b|维也纳|奥地利/i, "Europe/Vienna"],
  [/\bsweden\b|斯德哥尔摩|瑞典/i, "Europe/Stockholm"],
  [/\bgreece\b|雅典|希腊/i, "Europe/Athens"],
  [/\bukraine\b|\bkiev\b|基辅|乌克兰/i, "Europe/Kyiv"],
  [/莫斯科|俄罗斯/, "Europe/Moscow"],
  [/\begypt\b|开罗|埃及/i, "Africa/Cairo"],
  [/\bnigeria\b|拉各斯/i, "Africa/Lagos"],
  [/\bkenya\b|内罗毕|肯尼亚/i, "Africa/Nairobi"],
  [/\bsouth africa\b|\bcape town\b|约翰内斯堡|开普敦|南非/i, "Africa/Johannesburg"],
  [
    /\bNYC\b|\bboston\b|\bwashington\b|\bmiami\b|\batlanta\b|\bphiladelphia\b|纽约|波士顿|华盛顿|迈阿密/i,
    "America/New_York",
  ],
  [/\bhouston\b|\bdallas\b|\baustin\b|\btexas\b|芝加哥|休斯敦|达拉斯/i, "America/Chicago"],
  [
    /\bLA\b|\bsan francisco\b|\bseattle\b|\bsan diego\b|\blas vegas\b|\bcalifornia\b|\bsilicon valley\b|\bportland\b|洛杉矶|旧金山|西雅图|硅谷|加州/,
    "America/Los_Angeles",
  ],
  [/\b(?:san francisco|seattle|san diego|las vegas|california|portland)\b/i, "America/Los_Angeles"],
  [/多伦多|\bmontreal\b|\bottawa\b/i, "America/Toronto"],
  [/温哥华/, "America/Vancouver"],
  [/墨西哥/, "America/Mexico_City"],
  [/\bbrazil\b|\brio\b|圣保罗|里约|巴西/i, "America/Sao_Paulo"],
  [/布宜诺斯艾利斯|\bargentina\b|阿根廷/i, "America/Argentina/Buenos_Aires"],
  [/悉尼|\bcanberra\b|堪培拉/i, "Australia/Sydney"],
  [/墨尔本/, "Australia/Melbourne"],
  [/\bnew zealand\b|\bwellington\b|奥克兰|惠灵顿|新西兰/i, "Pacific/Auckland"],
  [/\bhawaii\b|夏威夷|火奴鲁鲁/i, "Pacific/Honolulu"],
  [/\b(?:utc|gmt)\b|世界时|格林尼治/i, "UTC"],
];

/** The time zones that a message names, by places or by IANA names, in order and each once. */
export function timeZonesIn(message: string): string[] {
  const spelled = message.normalize("NFD").replace(/\p{M}/gu, "");
  const zones = [
    ...spelled.matchAll(
      /\b(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Za-z_/]+/g,
    ),
  ];
  const rest = zones.reduce((text, [zone]) => text.replace(zone, " "), spelled);
  const found = [
    ...zones.map((found) => ({ zone: found[0], at: found.index })),
    ...PLACES.map(([names, zone]) => ({ zone, at: rest.search(names) })),
    ...Intl.supportedValuesOf("timeZone").map((zone) => ({ zone, at: cityAt(rest, zone) })),
  ].filter(({ at }) => at >= 0);
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ zone }) => zone))];
}

// Where the city that a zone is named after stands; only as a whole word with a capital letter, or at the end after "in".
function cityAt(text: string, zone: string): number {
  const city = zone.split("/").at(-1)?.replaceAll("_", " ") ?? "";
  if (city.length < 4 || !zone.includes("/")) return -1;
  const at = text.toLowerCase().indexOf(city.toLowerCase());
  if (at === -1 || /\w/.test(text[at - 1] ?? "") || /\w/.test(text[at + city.length] ?? "")) return -1;
  return at;
}
