import { type Clause, commands, saysWord, turns, usesAsVerb } from "./orders/clauses.ts";
import type { OwnWords } from "./own-words.ts";
import { ASKED_WITH, forms, objectOf } from "./verbs.ts";
import { nameWords, singularOf, wordsOf } from "./words.ts";

/** Words that are nouns as often as verbs. They count if a person or a thing follows them as an object. */
const TO_SOMEBODY =
  /\b(?:e-?mail|mail|message|text|dm)\s+(?:(?:h(?:im|er)|them|me|us|everyone|everybody|all|each|every)\b|\p{Lu}|\S+@)/u;

const SENDS = new Set("send reply forward email notify message dm".split(" "));

/** Sending money counts as paying. Sending an invoice over an amount does not. */
const SENDS_MONEY =
  /\bsend(?:ing)?\s+(?:\S+\s+){0,3}?(?:\p{Sc}|\d[\d.,]{0,20}\s{0,3}(?:\p{Sc}|\b(?:dollars?|euros?|pounds?|francs?|usd|eur|gbp|chf|cny)\b)|money\b)(?![^.!?;\n]{0,200}\b(?:invoice|bill|receipt|quote|request|offer)\b)/iu;
const NO_MONEY =
  /\bsend(?:ing)?\s+(?:\S+\s+){0,3}?(?:invoices?|bills?|receipts?|quotes?|requests?|offers?)\b/iu;
const PAYS = new Set("pay transfer".split(" "));
const PAYMENT_WORDS = new Set(["payment", "payments", "支 付", "付 款"]);

/** Nouns in the names of tools that plan or make payments, with any verb. */
const PAYMENTS = new Set(["payment", "transaction", "transfer"]);

/** Nouns in names of tools that people also use as verbs: `create_reminder` for "remind me". */
const AS_VERBS: Readonly<Record<string, readonly string[]>> = {
  reminder: ["remind", "提醒"],
  draft: ["draft", "起草", "草稿"],
  comment: ["comment", "commenting", "评论"],
  review: ["review", "reviewing", "评价"],
  tag: ["tag", "标签"],
  label: ["label", "标签"],
  invitation: ["invite", "邀请"],
  invite: ["invite", "邀请"],
};
const GIVES = new Set("create add make set post write".split(" "));

/**
 * The orders of the user that ask for what a tool does, judged by its name and the user's words. If its verb is unknown, an order
 * must have every longer word of the name.
 */
export function ordersFor(tool: string, own: Pick<OwnWords, "clauses">): readonly Clause[] {
  return own.clauses.filter((clause) => clause.asks !== "never" && asksFor(tool, clause));
}

function asksFor(tool: string, clause: Clause): boolean {
  const names = nameWords(tool);
  const known = names.find((name) => ASKED_WITH.has(name));
  if (known === undefined) {
    const longer = names.filter((name) => name.length > 3);
    const words = longer.length > 0 ? longer : names;
    return (
      words.every((name) => forms(name).some((form) => saysWord(clause.plain, form))) &&
      usesAsVerb(clause.plain, names)
    );
  }
  if (isTurned(names, clause)) return false;
  if (
    GIVES.has(known) &&
    objectOf(tool).some((noun) => commands(clause, asVerbs(noun)) || wantsA(clause, noun))
  )
    return true;
  if (SENDS.has(known) && TO_SOMEBODY.test(clause.plain)) return true;
  if (PAYS.has(known) && SENDS_MONEY.test(clause.plain)) return !NO_MONEY.test(clause.plain);
  const isPayment = names.some((name) => PAYMENTS.has(name));
  if (isPayment && [...PAYMENT_WORDS].some((word) => saysWord(clause.plain, word))) return true;
  return commands(clause, ASKED_WITH.get(isPayment ? "pay" : known) ?? []);
}

/** Whether an order asks for a new thing: "open a ticket", "I need a reminder". */
function wantsA({ plain }: Clause, noun: string): boolean {
  const [, found] = WANTS.exec(plain) ?? [];
  return found !== undefined && wordsOf(found).map(singularOf).includes(singularOf(noun));
}

const WANTS = /\b(?:need|want|open|start|begin)\s+(?:an?|another|some|new)\s+((?:[\p{L}-]+\s*){1,3})/iu;

function asVerbs(noun: string): readonly string[] {
  return Object.hasOwn(AS_VERBS, singularOf(noun)) ? (AS_VERBS[singularOf(noun)] ?? []) : [];
}

/** Whether a tool turns something the other way than the user says: `turn_off_light` for "turn on the light". */
function isTurned(names: readonly string[], clause: Clause): boolean {
  const way = names.find((name, at) => (name === "on" || name === "off") && TURNS.has(names[at - 1] ?? ""));
  return way !== undefined && !turns(clause.plain, way === "on");
}

const TURNS = new Set(["turn", "switch", "power"]);

/**
 * Whether the user names the object of a tool. A word that an argument is named after counts as named: `follow_user` with a
 * `username` follows whom that argument says.
 */
export function namesObject(tool: string, given: readonly string[], own: OwnWords): boolean {
  const isNamed = namer(given, { says: own.orders, text: own.ordered });
  return objectOf(tool).every((word) => word.length <= 2 || isNamed(word));
}

const MAKES = new Set("create make new generate add register".split(" "));

/** Whether the user names what a tool makes, at least in part: "add Ann to the group" does not ask for `add_payment_method`. */
export function namesMade(tool: string, given: readonly string[], own: OwnWords): boolean {
  const object = objectOf(tool);
  if (object.length === 0 || !nameWords(tool).some((word) => MAKES.has(word))) return true;
  // Names of tools are English. A Chinese message cannot hold their words.
  if (/\p{Script=Han}/u.test(own.text)) return true;
  const isNamed = namer(given, { says: own.saysUnquoted, text: own.unquoted });
  return object.some((word) => isNamed(word) || own.saysUnquoted([...asVerbs(word), ...alike(word)]));
}

/** Other words for what a tool makes. */
function alike(noun: string): readonly string[] {
  if (noun === "event") return ["calendar", "meeting", "appointment"];
  return noun === "file" ? ["document"] : [];
}

function namer(given: readonly string[], own: Pick<OwnWords, "says" | "text">): (word: string) => boolean {
  const stated = given.flatMap(nameWords);
  return (plural) => {
    const word = singularOf(plural);
    return (
      stated.some((name) => name.startsWith(word)) ||
      own.says([word, `${word}s`]) ||
      // "wish list" for `wishlist`.
      own.text.toLowerCase().replace(BLANKS, "").includes(word)
    );
  };
}

const BLANKS = /[\s-]/g;

const SAYS = new Set(
  (
    "send reply respond forward email mail notify message dm post publish tweet retweet announce broadcast comment share invite submit upload " +
    "review chat text sms contact ask tell inform alert report answer commit push release " +
    "issue ticket discussion thread forum blog gist story feed status announcement"
  ).split(" "),
);

/** Whether a tool passes its input on to others, judged by its name: a post has readers although no argument names them. */
export function saysToOthers(tool: string): boolean {
  return nameWords(tool).some((name) => SAYS.has(name));
}

/** Whether a tool gives others something that exists. A text of the user's does not say which. */
export function sharesThings(tool: string): boolean {
  return nameWords(tool).some((name) => name === "share" || name === "grant");
}

/** Words in names of tools and arguments that the user has to say, with the words that say so. */
const TO_SAY: ReadonlyMap<string, readonly string[]> = new Map([
  ..."password passphrase passcode pin otp secret credential token recovery factor mfa forwarding beneficiary webhook firewall"
    .split(" ")
    .map((word): [string, string[]] => [word, [word, `${word}s`]]),
  // `forward_all` for "forward it" is something else.
  [
    "all",
    ["all", "every", "everything", "everyone", "everybody", "each", "whole", "所 有", "全 部", "大 家", "每"],
  ],
  [
    "attachment",
    ["attach", "attached", "attaching", "attachment", "attachments", "include", "including", "enclose", "附"],
  ],
]);

/**
 * Whether the user names everything in a call that protects an account (a password, a recovery address, a beneficiary), and that
 * something is attached. A value of theirs that was meant for something else does not explain such a call.
 */
export function namesProtected(tool: string, given: readonly string[], own: OwnWords): boolean {
  return [tool, ...given]
    .flatMap(nameWords)
    .every((word) => own.says(TO_SAY.get(singularOf(word)) ?? []) || !TO_SAY.has(singularOf(word)));
}

const CONTENT = new Set(
  "attachment attachments content contents csv json xml yaml html sheet sheets spreadsheet spreadsheets row rows table tables page pages webpage website archive transcript parse extract scrape crawl download document".split(
    " ",
  ),
);

/** Cached results of `givesContent`, because every call needs one. */
const KNOWN = new WeakMap<{ readonly name: string }, boolean>();

/** Whether a tool returns the content of something, judged by its name. The author of that content also chose its structure. */
export function givesContent(tool: { readonly name: string }): boolean {
  const known = KNOWN.get(tool) ?? nameWords(tool.name).some((name) => CONTENT.has(name));
  KNOWN.set(tool, known);
  return known;
}
