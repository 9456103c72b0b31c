import { atomsOf } from "../atoms.ts";
import type { OwnWords } from "../own-words.ts";
import { singularOf, wordsOf } from "../words.ts";

/** What the user's words say about values that they do not contain. */
export interface PointingWords {
  /** The beginnings of names that the user gave only in part. */
  readonly beginnings: readonly string[];
  /** The kinds of people or things that the user wants to reach completely. */
  readonly kinds: ReadonlySet<string>;
  /** The pages and files that contain somebody's address according to the user. */
  readonly places: ReadonlySet<string>;
  /** Whether the user mentions something that somebody posted. */
  readonly posts: boolean;
  /** Whether the user wants every link of a place to be read. */
  readonly links: boolean;
  /** Whether the user asks for a reply in the place of a message. */
  readonly replies: boolean;
}

/** Parses everything that the user has said so far. */
export function pointingWordsOf({ text, excepts }: Pick<OwnWords, "text" | "excepts">): PointingWords {
  return {
    beginnings: namedBeginnings(text),
    // If the user excludes somebody, the remaining members are unknown.
    kinds: excepts ? new Set() : namedKinds(text),
    places: new Set(placesOfAddresses(text)),
    posts: POSTED.test(text),
    links: !excepts && ALL_LINKS.test(text),
    replies: REPLY.test(text),
  };
}

/** An address without `www.`, which many people omit. */
export function placeOf(value: string): string {
  return value.replace(/^www\./, "");
}

const BEGINNING =
  /\b(?:start(?:s|ing)?|begin(?:s|ning)?) with (?:the (?:words?|letters?|prefix) )?["'“‘]?([\p{L}\p{N}][\p{L}\p{N}_.-]{2,60})|以["“‘']?([\p{L}\p{N}_.-]{2,40}?)["”’']?(?:开头|打头)/giu;

/** The beginnings of names that the user gave only in part: "the channel starting with External". */
function namedBeginnings(text: string): string[] {
  return [...text.matchAll(BEGINNING)]
    .map(([, english, chinese]) => (english ?? chinese ?? "").replace(/[._-]{1,20}$/, "").toLowerCase())
    .filter((beginning) => beginning.length > 1);
}

const EVERY =
  /\b(?:to|with|add|invite|message|notify|tell|e-?mail|write|inform|include|remind|ask)\s+(?:all|each|every)(?:\s+of)?(?:\s+(?:the|our|my))?((?:\s+[\p{L}-]+){1,3})|(?:给|向|通知|邀请|添加|提醒)(?:所有|每个|每位|每一位|全部)的?([\p{Script=Han}]{2,6})/giu;
const EVERYBODY =
  /\b(?:to|with|add|invite|message|notify|tell|e-?mail|write|inform|include|remind|ask)\s+(?:everyone|everybody)\b|(?:给|向|通知|邀请|提醒)(?:大家|所有人|每个人)/iu;

/** The kinds that the user asked to reach completely: "to each user", "add all members". */
function namedKinds(text: string): ReadonlySet<string> {
  const kinds = [...text.matchAll(EVERY)].flatMap(([, english = "", chinese = ""]) => [
    ...wordsOf(english).map(singularOf),
    ...(/人|用户|成员|同事|参与|联系/u.test(chinese) ? ["person"] : []),
  ]);
  return new Set([...kinds, ...(EVERYBODY.test(text) ? ["person"] : [])]);
}

const OWNED =
  "(?:h(?:er|is)|their|its|whose|\\p{Lu}[\\p{L}-]{0,40}['’]s) (?:e-?mail address|e-?mail|mail address|mail|address|contact info|contact information|contact details|contact data|contact)";
const ADDRESS = `(?:${OWNED}|the (?:e-?mail address|mail address|contact (?:info|information|details|data)))`;
const STANDS = "(?: (?:is|are|stands?|can be found|is listed|is given|are listed))?";
const PLACE = "(?:on|at|in|under)";

/** Matches a statement about where an address is: "her e-mail is on her website: …", "on … you find her e-mail". */
const STANDS_THERE = new RegExp(
  `\\b${ADDRESS}${STANDS} ${PLACE} ([^!?\\n]{1,200})|\\b${PLACE} ((?:[^.!?\\n]|\\.(?! )){1,120}) (?:you |one )?(?:can |will )?(?:find|get|see) ${ADDRESS}|(?:邮箱|邮件地址|地址|联系方式)(?:就在|在|写在)([^。！？\\n]{1,200})`,
  "giu",
);

/** The pages and files that contain an address according to the user, up to where the sentence turns to something else. */
function placesOfAddresses(text: string): string[] {
  return [...text.matchAll(STANDS_THERE)]
    .map(
      ([, after, before, chinese]) =>
        (after ?? before ?? chinese ?? "").split(/ (?:and|or|then|but)\b|[,;，；]|\. /u)[0] ?? "",
    )
    .flatMap((part) => atomsOf(part).atoms)
    .flatMap(({ type, value }) => (type === "link" || type === "path" ? [placeOf(value)] : []));
}

const POSTED =
  /\b(?:post(?:ed|s)?|sent|shared?|wrote|written|mentioned|recommended|linked|link|links|message|article|website|page|details)\b|发|分享|链接|网站|网页|消息/iu;

const ALL_LINKS =
  /\b(?:all|each|every)(?: of)?(?: the| our| my)? (?:web ?sites?|(?:web ?)?pages?|links?|articles?|urls?|sites?)\b|(?:所有|每个|全部)的?(?:网站|网页|链接|文章)/iu;

const REPLY = /\b(?:reply|replies|respond|answer|there|back)\b|回复|回答|答复/iu;
