import { call, type Intent, say } from "./intent.ts";

// Countries, and cities without a zone of their own name or with a Chinese name.
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

const ASKS_TIME =
  /\bwhat(?:'s| is)? (?:the )?(?:current |local |exact )?(?:time|date)\b|\bwhat time\b|\btime is it\b|\b(?:current|local) (?:time|date)\b|\btime (?:is it |now |right now |zone )?(?:in|at)\b|\bwhat(?:'s| is) today\b|\b(?:what|which) (?:day|date|month|year)\b|\btoday'?s date\b|\b(?:tell|give|show) me the (?:current )?(?:time|date)\b|\bknow (?:the time|what time)\b|\bhow late is it\b|^\W*(?:the )?(?:time|date)(?: now| please)?\W*$|^\W*(?:now|clock)\W*$|^\W*[\p{L} ]{3,30} time(?: now| please)?\W*$/iu;
const ASKS_TIME_ZH =
  /几点|什么时间|什么时候了|现在.{0,4}时间|当前.{0,2}时间|(?:的|报|告诉我|查看?|看看?|北京|当地)\s*时间|时间(?:是多少|是几|呢)|几号|几月|哪一?[天年]|星期几|礼拜几|周几|日期|今天是?(?:什么日子|哪天)|报时|^时间[？?。]*$|^[\p{Script=Han}]{2,6}时间[。？?！!]*$/u;
// "The time in Atlantis": a place is meant, but an unknown one.
const PLACE =
  /\b(?:time|date|day|late)(?: is it| would it be| now| right now)* (?:now )?in (?!the (?:morning|evening|afternoon)|my\b|which\b|hours?\b|minutes?\b|\d)(?:the )?([\p{L}][\p{L} .'-]{1,40}?)(?: (?:right )?now| at the moment| today| please)?[\s?!.]*$/iu;
const BEFORE_ZH =
  /^(?:请问|请|麻烦|帮我|帮忙|跟我说|说一?下|告诉我|我想知道|查一?下|查|看看|看一?下|报一?下|你知道|知道|那么?|现在|今天|当前|目前|此刻|[,，\s])+/u;
const PLACE_ZH =
  /^([\p{Script=Han}]{2,8}?)(?:那边|那里|当地)?(?:的)?(?:现在|今天|目前|当前)*(?:是|的)*(?:几点|什么时间|几号|星期几|时间)/u;
const NO_PLACE =
  /^(?:现在|今天|明天|昨天|当前|目前|此刻|本地|这里|当地|我们|你们|现|这会儿|这个|那个|一下|多少|大概|到底|究竟|我这|系统|电脑|没|有|是)/u;
const NO_QUESTION =
  /没有?时间|时间就是|花时间|浪费时间|(?:节省|省)时间|有时间(?!吗)|\btime (?:has come|to (?:be|go|die)|flies|is money)\b|\b(?:this|that|some|any|first|last|next|bed|lunch|full|part|free|long|short|big|good|hard|real|run|every|all) time\b/iu;

/** A request for the time or the date, here or in the named places. */
export function timeIntent(message: string): Intent[] | undefined {
  if (NO_QUESTION.test(message) || !(ASKS_TIME.test(message) || ASKS_TIME_ZH.test(message))) return undefined;
  const zones = timeZonesIn(message);
  if (zones.length > 0) return zones.slice(0, 5).map((timezone) => call("current_time", { timezone }));
  const asksPlace = /几点|现在|当地|那边/.test(message);
  const place =
    PLACE.exec(message)?.[1] ?? (asksPlace ? PLACE_ZH : /(?!)/).exec(message.replace(BEFORE_ZH, ""))?.[1];
  if (place !== undefined && !NO_PLACE.test(place) && !/\bhere\b/i.test(place))
    return [say("which-place", place.trim())];
  // "Party time": with a word before it that is not a place, this is no question.
  if (/^\W*[\p{L} ]{3,30} time\W*$/iu.test(message) && !/\b(?:the|current|local|now|what)\b/i.test(message))
    return undefined;
  // 会议时间是多少: the time of something else.
  if (
    /^[\p{Script=Han}]{2,8}时间(?:是多少|呢)?[？?。]*$/u.test(message.replace(BEFORE_ZH, "")) &&
    !/现在|当前|今天|北京|本地|系统|的时间/.test(message)
  )
    return undefined;
  return [call("current_time")];
}

/** The time zones in a message, by places or by IANA names, in order and each once. */
function timeZonesIn(message: string): string[] {
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

// The position of the city that a zone is named after: only as a whole word with a capital letter, or at the
// end after "in".
function cityAt(text: string, zone: string): number {
  const city = zone.split("/").at(-1)?.replaceAll("_", " ") ?? "";
  if (city.length < 4 || !zone.includes("/")) return -1;
  const at = text.toLowerCase().indexOf(city.toLowerCase());
  if (at === -1 || /\w/.test(text[at - 1] ?? "") || /\w/.test(text[at + city.length] ?? "")) return -1;
  return at;
}
