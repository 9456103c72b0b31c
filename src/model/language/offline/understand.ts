import { calculate } from "./calculate.ts";
import { changeIntent } from "./change-intent.ts";
import { findIntent, grepIntent, listIntent, readIntent } from "./file-intent.ts";
import { call, type Intent, say } from "./intent.ts";
import { laterIntent } from "./later-intent.ts";
import { quotedIn } from "./named-path.ts";
import { runIntent } from "./run-intent.ts";
import { timeIntent } from "./time-intent.ts";

// Separators between whole requests.
const STRONG =
  /\s*(?:[.!?;](?=\s)|[。！？；\n]|[,，]?\s*(?:\band then\b|\bthen\b|\bafter that\b|\bafterwards\b|\balso\b|\bas well as\b|\bfinally\b|\bnext,)|[，,]?\s*(?:然后|接着|之后再|随后|另外|还有|最后|同时|顺便|并且))[\s,，:：]*/i;

// Possible separators between requests, or parts of one.
const WEAK: readonly RegExp[] = [
  /\s*(?:,|，|、)\s*(?:and\s+)?|\s+and\s+|\s*(?:并|再|和|以及)\s*/i,
  /\s+and\s+/i,
  /\s*[,，]\s*/,
];

const LEADING =
  /^(?:first(?:ly)?|please|and|then|also|now|finally|so|首先|先|请|再|并|也|最后)[\s,，:：]+(?=\S)|^(?:首先|先|请先)/i;

const SKILL =
  /\b(?:about|describe|explain|open|read|show|info(?: on| about)?|use)\b.*?(?:\bskill\s+([a-z0-9][a-z0-9-]*)|\b([a-z0-9][a-z0-9-]*)\s+skill\b)|(?:介绍|查看|看看|打开|说说|使用|用一?下?)\s*(?:技能\s*([a-z0-9][a-z0-9-]*)|([a-z0-9][a-z0-9-]*)\s*(?:这个)?技能)/i;

// The first matching rule wins.
const RULES: readonly (readonly [when: RegExp, intent: Intent])[] = [
  [
    /\b(?:what|which|list|show)\b.*\bskills?\b(?! \w+\.)|(?:有哪些|有什么|列出|看看|你的).*技能|技能(?:列表|有哪些)/i,
    call("list_skills"),
  ],
  [
    /\b(?:what|which|list|show)\b.*\b(?:tools?|abilities|capabilities)\b|\bwhat can you do\b|\bhow (?:do|can) you help\b|(?:有哪些|有什么|列出|你的).*(?:工具|功能|能力)|你?(?:能|会|可以)(?:做|干|帮我做?)?(?:些)?(?:什么|啥|哪些)/i,
    say("greeting"),
  ],
  [/\b(?:connect|use|set ?up|switch|choose)\b.*\bmodel\b|(?:用|接|连|换|配置).{0,6}模型/i, say("connect")],
  [
    /\babout yourself\b|^\W*(?:can|could) you help(?: me)?\W*$|\bare you (?:chatgpt|claude|gpt|an? (?:ai|bot|robot))\b|\bwhat is dejima\b|dejima ?是什么|你叫什么|^你是/i,
    say("greeting"),
  ],
  [/^\W*(?:undo|take (?:it|that) back|revert)\b|^(?:撤销|撤回|还原|恢复)/i, say("undo")],
  [
    /^\s*(?:hi|hello|hey|good (?:morning|evening|afternoon)|help|who are you|what are you|which model|你好|您好|嗨|哈喽|早上好|晚上好|帮助|你是谁|你是什么)(?![\w])/i,
    say("greeting"),
  ],
  [/^\s*(?:thanks?|thank you|thx|cheers|谢谢|多谢|感谢|辛苦了)/i, say("thanks")],
  [/^\s*(?:bye|goodbye|see you|good night|再见|拜拜|晚安)/i, say("farewell")],
];

/** The context of a message. */
interface Surroundings {
  /** The user's messages before it, newest first. */
  readonly earlier: readonly string[];
  /** The day, as YYYY-MM-DD. Without it, nothing can be scheduled for another day. */
  readonly today?: string | undefined;
}

const MAX_MESSAGE_LENGTH = 1_000;
const MAX_REQUESTS = 5;
/** The requests in a message, matched by rules, in the order to do them. */
export function understand(message: string, surroundings: Surroundings): Intent[] {
  const overrides = read(message, surroundings);
  // "Date and time": a request that occurs twice is done once.
  const seen = new Set<string>();
  return overrides.filter((intent) => {
    const key = JSON.stringify(intent);
    return !seen.has(key) && seen.add(key);
  });
}

function read(message: string, surroundings: Surroundings): Intent[] {
  const text = message.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return [say("nothing-said")];
  // A text this long is material to work on, which takes a real model; a request in it would be a guess.
  if (text.length > MAX_MESSAGE_LENGTH) return [say("unknown")];
  const whole = one(text, surroundings);
  const parts = inTurn(requestsIn(text), surroundings);
  if (parts.length > 1) {
    const understood = parts.filter(({ overrides }) => overrides?.some(isDone));
    const others = whole === undefined ? "" : JSON.stringify(whole);
    const rest = parts.filter(({ overrides }) => overrides === undefined);
    // The free text of a call may look like further requests.
    const freeText =
      rest.length > 0 && rest.every(({ part }) => others.includes(JSON.stringify(part).slice(1, -1)));
    if (understood.length === parts.length || (understood.length > 0 && !freeText))
      return parts
        .flatMap(({ part, overrides }) => overrides ?? [say("unknown", part)])
        .slice(0, MAX_REQUESTS);
  }
  for (const split of safeSplits(text)) {
    const made = inTurn(split, surroundings);
    if (made.every(({ overrides }) => overrides?.some(isDone)))
      return made.flatMap(({ overrides }) => overrides ?? []).slice(0, MAX_REQUESTS);
  }
  return whole ?? [say("unknown")];
}

// "Write hello to a.txt and read it": a part may refer to the one before.
function inTurn(parts: readonly string[], { earlier, today }: Surroundings) {
  return parts.map((part, at) => {
    const before = parts.slice(0, at).reverse();
    return { part, overrides: one(part, { earlier: [...before, ...earlier], today }) };
  });
}

/** Whether a request led to more than a fixed reply. */
export function isDone({ kind }: Intent): boolean {
  return kind === "call" || kind === "answer";
}

// The first match wins, so narrow ones come first.
function one(text: string, { earlier, today }: Surroundings): Intent[] | undefined {
  const sum = calculate(text);
  if (sum !== undefined)
    return [{ kind: "answer", text: `${sum.sum} = ${sum.value}`, result: `${sum.value}` }];
  const single =
    laterIntent(text, today) ??
    runIntent(text, earlier) ??
    changeIntent(text) ??
    grepIntent(text) ??
    findIntent(text) ??
    listIntent(text);
  if (single !== undefined) return [single];
  const many = readIntent(text, earlier) ?? timeIntent(text);
  if (many !== undefined) return many;
  const last = webIntent(text) ?? aboutIntent(text);
  return last === undefined ? undefined : [last];
}

/** A request about the assistant itself: its abilities, its skills, a greeting. */
function aboutIntent(message: string): Intent | undefined {
  const found = RULES.find(([when]) => when.test(message))?.[1];
  const skill = SKILL.exec(message)?.slice(1).find(Boolean);
  if (skill !== undefined && !/^(?:the|a|an|this|that|your|any|new|which|what)$/i.test(skill))
    return call("get_skill_info", { skill });
  return found;
}

/** The separate requests of a message. Text in quotation marks is never cut. */
function requestsIn(message: string): string[] {
  return split(message, STRONG);
}

/** Further ways to split a message, valid only if each part is understood. */
function safeSplits(message: string): string[][] {
  return WEAK.map((mark) => split(message, new RegExp(`${STRONG.source}|${mark.source}`, "i"))).filter(
    (parts) => parts.length > 1,
  );
}

function split(message: string, mark: RegExp): string[] {
  const quotes: string[] = [];
  const masked = quotedIn(message).reduce((text, quoted) => {
    quotes.push(quoted);
    return text.replace(quoted, `\u0001${quotes.length - 1}\u0002`);
  }, message);
  return masked
    .split(mark)
    .map((part) => part.replace(/\u0001(\d+)\u0002/g, (_all, at: string) => quotes[Number(at)] ?? ""))
    .map((part) => part.trim().replace(LEADING, "").trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

const ADDRESS = /\bhttps?:\/\/[^\s"'`<>，。？！、）)]+/i;
const OPENS =
  /\b(?:open|read|fetch|get|show|visit|load|download|summari[sz]e|what(?:'s| is))\b|打开|读|看|访问|抓取|获取|下载|内容|总结/i;
const SEARCHES =
  /\b(?:search|look up|google|bing|find out|weather|news|forecast)\b|搜索|搜一?下|^搜\s|查一?下|查查|上网|网上|找一下|天气|新闻|百度|谷歌/i;
const NO_SEARCH = /\bsearch (?:your|my) (?:feelings|soul|heart)\b/i;

/** A request to read a page, or to search the web. */
function webIntent(message: string): Intent | undefined {
  const url = ADDRESS.exec(message)?.[0].replace(/[.,;:!?]+$/, "");
  const host =
    /(?<![\w@.-])(?:[a-z0-9-]+\.)+(?:com|org|net|io|cn|dev|app|edu|gov)(?:\/[^\s，。？！]*)?(?![\w.])/i.exec(
      message,
    )?.[0];
  if (
    url === undefined &&
    host !== undefined &&
    /\b(?:open|visit|fetch|load|go to)\b|打开|访问/i.test(message)
  )
    return call("fetch", { url: `https://${host}` });
  if (url !== undefined)
    return OPENS.test(message.replace(url, " ")) || message.trim() === url
      ? call("fetch", { url })
      : undefined;
  if (!SEARCHES.test(message) || NO_SEARCH.test(message)) return undefined;
  return call("web_search", { query: queryOf(message) });
}

function queryOf(message: string): string {
  const text = message
    .trim()
    .replace(/^(?:please |can you |could you |hey,? |帮我|请|麻烦你?|给我|能不能|可以)+\s*/gi, "")
    .replace(
      /^(?:search(?: the (?:web|internet)| online)?(?: for)?|look up|google(?: for)?|bing|find out|(?:上网|在?网上)?(?:查一?下|查查|查|搜索一?下|搜索|搜一?下|搜|找一下)|百度一?下|谷歌一?下)[\s:：]*/i,
      "",
    )
    .replace(/[。？?！!.]+$/, "")
    .trim();
  return (text === "" ? message.trim() : text).slice(0, 300);
}
