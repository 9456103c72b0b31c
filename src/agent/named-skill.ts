import { cachedByName } from "../text/cached-by-name.ts";
import { foldForMatching } from "../text/fold.ts";

/** The normalized form of a text in which skills are searched for. */
export function foldText(text: string): string {
  return foldForMatching(text).toLowerCase();
}

/** The same for the name of a skill. */
const foldName = cachedByName(foldText);

/**
 * A message without the passages that it quotes: blocks of code, lines after `>`, and quotations of several words. They are what
 * the message is about. What they ask for is not asked for by the person.
 */
export function withoutQuotations(text: string): string {
  return text
    .replaceAll(BLOCK, " ")
    .replaceAll(QUOTED_LINE, " ")
    .replaceAll(QUOTATION, (quotation) =>
      // The name of a skill may stand in quotation marks.
      quotation.length > LONGEST_NAME || quotation.split(/\s+/).length > MOST_NAME_WORDS ? " " : quotation,
    );
}

const BLOCK = /^(`{3,}|~{3,}|"{3})[\s\S]*?(?:^\1\s*$|$(?![\s\S]))/gm;

const QUOTED_LINE = /^[ \t]*>.*$/gm;

const QUOTATION = /"[^"\n]{2,2000}"|“[^”]{2,2000}”|「[^」]{2,2000}」|『[^』]{2,2000}』|«[^»]{2,2000}»/g;

const MOST_NAME_WORDS = 3;
const LONGEST_NAME = 66;

/** Whether a folded text names a skill in any spelling of its name. */
export function namesSkill(folded: string, name: string): boolean {
  return spellingsIn(folded, name).some((form) => isNamed(folded, form));
}

/** Whether a folded text declines a skill in any spelling of its name. */
export function declinesSkill(folded: string, name: string): boolean {
  return spellingsIn(folded, name).some((form) => isDeclined(folded, form));
}

/** The spellings of a name that a text may contain: PDF Tools, pdf_tools and pdf-tools are one skill. */
function spellingsIn(folded: string, name: string): string[] {
  const [first = ""] = name.split("-", 1);
  if (!name.includes("-")) return [name];
  // Thousands of skills are checked for each message.
  if (!folded.includes(foldName(first))) return [];
  return [name, name.replaceAll("-", " "), name.replaceAll("-", "_")];
}

/** Whether a folded text names a skill: `/name`, `$name`, `skill name`, `use name`, `the name skill`, 用 name, name 技能. */
export function isNamed(folded: string, name: string): boolean {
  return mentionsOf(folded, name).some(({ before, after, quoted, name: wanted }) => {
    if (/(?:^|[\s，。,;：:（(])[/$]$/.test(before)) return !/^[\p{L}\p{N}/]/u.test(after);
    if (DECLINES.test(before) || DISCUSSES.test(before)) return false;
    if (/(?:^|[^\p{L}\p{N}])skills?\s{0,3}[:：]?\s{0,3}$/u.test(before) || /技能\s?[:：]?\s?$/.test(before))
      return true;
    if (/^\s{1,3}skills?(?![a-z])/.test(after) || /^\s?(?:这个|的)?\s?技能(?!的)/.test(after)) return true;
    // "Use web search to find it" asks for a search, and not for the skill web-search.
    if (!quoted && wanted.includes(" ")) return false;
    const isPlain = !quoted && !/[-_]/.test(wanted);
    return isPlain ? CALLS.test(before) && AFTER_PLAIN.test(after) : CALLS_SEVERAL.test(before);
  });
}

/** Whether a folded text declines a skill: `don't use name`, `without name`, 不要用 name. */
export function isDeclined(folded: string, name: string): boolean {
  return mentionsOf(folded, name).some(({ before }) => DECLINES.test(before));
}

/** The positions of a word in a text. */
export function placesOf(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at !== -1 && word !== ""; at = text.indexOf(word, at + 1))
    places.push(at);
  return places;
}

/** Whether a word is ASCII, so that blanks separate it from others. */
export const isAscii = (word: string): boolean => /^[\x20-\x7e]+$/.test(word);

/** A place where a text contains the name of a skill as a separate word. */
interface Mention {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly quoted: boolean;
}

function mentionsOf(folded: string, name: string): Mention[] {
  const wanted = foldName(name);
  return placesOf(folded, wanted).flatMap((at) => {
    let [start, end] = [at, at + wanted.length];
    const quoted = QUOTES.test(folded[start - 1] ?? "") && QUOTES.test(folded[end] ?? "");
    if (quoted) [start, end] = [start - 1, end + 1];
    const before = folded.slice(Math.max(0, start - CONTEXT_CHARACTERS), start);
    const after = folded.slice(end, end + CONTEXT_CHARACTERS);
    if (!quoted && isWithinWord(before, after, wanted)) return [];
    return [{ name: wanted, before, after, quoted }];
  });
}

/** Whether a name is part of a longer word. A Chinese name is inside running text, so only its context shows that it is meant. */
function isWithinWord(before: string, after: string, name: string): boolean {
  if (!isAscii(name)) return false;
  return /[a-z0-9_.-]$/.test(before) || /^(?:[a-z0-9_-]|[./][\p{L}\p{N}])/u.test(after);
}

/** How many characters around a name are checked. */
const CONTEXT_CHARACTERS = 60;

const QUOTES = /^["'“”「」『』`]$/;

const VERB = "(?:use|using|run|running|apply|applying|invoke|invoking|with)";

const HAN_VERB = "(?:使用|调用|启用|通过|运行|用)";

const ARTICLE = "(?:(?:the|my|any)\\s{1,3})?(?:skills?\\s{1,3})?";

/** Names before the last one of a list. */
const LISTED =
  "(?:[\"'`]?[a-z0-9_-]{1,30}[\"'`]?(?:\\s?[,、和与及或]\\s?|\\s(?:and|or|plus)\\s)(?:the\\s)?){0,2}";

/** Words before a name that ask for the skill. */
const CALLS = new RegExp(`(?:^|[^a-z0-9])${VERB}\\s{1,3}${ARTICLE}$|${HAN_VERB}\\s{0,3}$`);

const CALLS_SEVERAL = new RegExp(
  `(?:^|[^a-z0-9])${VERB}\\s{1,3}${ARTICLE}${LISTED}$|${HAN_VERB}\\s{0,3}${LISTED}$`,
);

const NO = "(?:don[’']?t|do not|never|not|without|avoid|instead of|rather than|no need to|skip)";

const HAN_NO = "(?:不要|不必|无需|不需要|禁止|请勿|勿|(?<![特区分识])别|不)";

/** Words before a name that decline the skill. */
const DECLINES = new RegExp(
  `(?:^|[^a-z])${NO}\\s{1,3}(?:${VERB}\\s{1,3})?${ARTICLE}${LISTED}$|${HAN_NO}(?:再|去)?${HAN_VERB}\\s{0,3}${LISTED}$`,
);

/** Words before a name that discuss the skill: it is the object of the work, not its means. */
const DISCUSSES =
  /(?:^|[^a-z])(?:about|describe|explain|document|edit|improve|rename|delete|remove|(?:un)?install|update|enable|disable|trust|accept|share)\s{1,3}(?:(?:the|my)\s{1,3})?(?:skill\s{1,3})?$|(?:关于|介绍|说明|解释|修改|改进|删除|卸载|安装|更新|停用|禁用|信任|分享)(?:一下)?(?:技能)?\s{0,3}$/;

/** What may follow a name that is also an ordinary word: "use time to convert", not "use time well". */
const AFTER_PLAIN =
  /^(?:\s*$|\s{0,3}[,.:;!?，。：；！？、]|\s{1,3}(?:to|for|and|on)(?![a-z])|\s{0,3}(?:来|去|帮|把|查|搜|转|算|看|做|处理))/;
