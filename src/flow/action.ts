import { cachedByName } from "../text/cached-by-name.ts";
import { isRecord } from "../text/record.ts";
import type { ExplainedCall } from "./call-leaves.ts";
import { type Clause, commands, isStateOf, saysWord, turns, usesAsVerb } from "./orders/clauses.ts";
import type { OwnWords } from "./own-words.ts";
import { pricesIn } from "./stated-number.ts";
import { ASKED_WITH, objectOf } from "./verbs.ts";
import { nameWords, singularOf, wordsOf } from "./words.ts";

/** Words that are nouns as often as verbs. They count if a person or a thing follows them as an object. */
const TO_SOMEBODY =
  /\b(?:e-?mail|mail|message|text|dm)\s+(?:(?:h(?:im|er)|them|me|us|my|our|everyone|everybody|all|each|every)\b|\p{Lu}|\S+@)/u;

const SENDS = new Set("send reply forward email notify message dm".split(" "));

/** Sending money counts as paying. Sending an invoice over an amount does not. */
const SENDS_MONEY =
  /\bsend(?:ing)?\s+(?:\S+\s+){0,3}?(?:\p{Sc}|\d[\d.,]{0,20}\s{0,3}(?:\p{Sc}|\b(?:dollars?|euros?|pounds?|francs?|usd|eur|gbp|chf|cny)\b)|money\b)(?![^.!?;\n]{0,200}\b(?:invoice|bill|receipt|quote|request|offer)\b)/iu;
const NO_MONEY =
  /\bsend(?:ing)?\s+(?:\S+\s+){0,3}?(?:invoices?|bills?|receipts?|quotes?|requests?|offers?)\b/iu;
const PAYS = new Set("pay transfer".split(" "));
const PAYMENT_WORDS = new Set(["payment", "payments", "支 付", "付 款"]);

/** Nouns in the names of tools that plan or make payments, with any verb. */
const PAYMENTS = new Set(["payment", "transaction", "transfer", "money", "funds"]);

/** Nouns in names of tools that people also use as verbs: `create_reminder` for "remind me". */
const AS_VERBS: Readonly<Record<string, readonly string[]>> = {
  reminder: ["remind", "提醒"],
  draft: ["draft", "起草", "草稿"],
  comment: ["comment", "commenting", "reply", "respond", "answer", "评论", "回复"],
  review: ["review", "reviewing", "评价"],
  tag: ["tag", "标签"],
  label: ["label", "标签"],
  invitation: ["invite", "邀请"],
  invite: ["invite", "邀请"],
};
const GIVES = new Set("create add make set post write".split(" "));

/**
 * The user's orders that ask for what a tool does, judged by its name and the user's words.
 */
export function ordersFor(
  tool: string,
  own: Pick<OwnWords, "clauses" | "saysUnquoted">,
  changed: readonly string[] = [],
): readonly Clause[] {
  return own.clauses.filter(
    (clause) =>
      clause.asks !== "never" &&
      (asksFor(tool, clause, own) || changed.some((word) => isStateOf(word, clause))),
  );
}

const UPDATES = new Set("update edit modify change set".split(" "));
const MOST_CHANGED = 20;

/**
 * The words of what a call of an updating tool changes: its arguments and their short values. People say them as verbs: "close the
 * issue" is `update_issue` with the state "closed", "assign it" one with `assignees`.
 */
export function changedWords({ tool, input }: Omit<ExplainedCall, "effects">): readonly string[] {
  if (!isRecord(input) || !nameWords(tool.name).some((word) => UPDATES.has(word))) return [];
  const words = Object.entries(input).flatMap(([key, value]) =>
    typeof value === "string" && WORD.test(value) ? [key, value.toLowerCase()] : [key],
  );
  return words.slice(0, MOST_CHANGED);
}

const WORD = /^\p{L}{4,20}$/u;

function asksFor(tool: string, clause: Clause, own: Pick<OwnWords, "clauses" | "saysUnquoted">): boolean {
  const names = nameWords(tool);
  const known = names.find((name) => ASKED_WITH.has(name));
  if (known === undefined) return asksByName(names, clause, own);
  if (isTurned(names, clause)) return false;
  if (
    GIVES.has(known) &&
    objectOf(tool).some((noun) => commands(clause, asVerbs(noun)) || wantsA(clause, noun, own))
  )
    return true;
  if (SENDS.has(known) && TO_SOMEBODY.test(clause.plain)) return true;
  const isPayment = !REQUESTS.has(known) && names.some((name) => PAYMENTS.has(name));
  if ((PAYS.has(known) || isPayment) && sendsMoney(clause, own)) return !NO_MONEY.test(clause.plain);
  if (isPayment && [...PAYMENT_WORDS].some((word) => saysWord(clause.plain, word))) return true;
  const words = ASKED_WITH.get(isPayment ? "pay" : known) ?? [];
  return commands(clause, sendsThing(known, tool) ? words.filter((word) => !SPEAKS.test(word)) : words);
}

const REQUESTS = new Set("ask request".split(" "));
const SPEAKS = /^(?:tell|say|inform|notif|announc|answer|repl|respond|writ|告 诉|通 知|回 复)/u;
const MESSAGES = new Set(
  "message mail email text sms dm notification note reply answer chat post invitation reminder".split(" "),
);

/** Whether a tool sends a thing instead of words. "Tell Ann that the file comes" does not ask for `send_file`. */
function sendsThing(verb: string, tool: string): boolean {
  const object = objectOf(tool).map(singularOf);
  return SENDS.has(verb) && object.length > 0 && !object.some((noun) => MESSAGES.has(noun));
}

/** Whether an order sends money: "send 45 euros", or "send it" where the user owes a sum. */
function sendsMoney({ plain }: Clause, { clauses }: Pick<OwnWords, "clauses">): boolean {
  if (SENDS_MONEY.test(plain)) return true;
  return SENDS_IT.test(plain) && clauses.some(({ text }) => OWES.test(text) && pricesIn(text).length > 0);
}

const OWES = /\b(?:i|we)\b[^.!?;\n]{0,60}\b(?:owe|pay|transfer|send|give)\b/iu;
const SENDS_IT = /\bsend(?:ing)?\s+(?:it|that|this|the money)\b/iu;

/**
 * Whether an order asks for a tool whose verb no list has: it uses a word of the name as its verb, and the user says every longer word
 * after it. The words before it are the service's: `home_lock_door`.
 */
function asksByName(
  names: readonly string[],
  { plain }: Clause,
  { saysUnquoted }: Pick<OwnWords, "saysUnquoted">,
): boolean {
  return names.some((verb, at) => {
    if (verb.length < LEAST_VERB || !usesAsVerb(plain, [verb])) return false;
    return names
      .slice(at + 1)
      .every((name) => name.length <= LEAST_VERB || saysUnquoted([name, singularOf(name), `${name}s`]));
  });
}

const LEAST_VERB = 3;

/** Whether an order asks for a new thing: "open a ticket", "I need a reminder", "sum it up in a note", "open another one". */
function wantsA({ plain }: Clause, noun: string, { saysUnquoted }: Pick<OwnWords, "saysUnquoted">): boolean {
  const [, found] = WANTS.exec(plain) ?? [];
  if (found === undefined) return false;
  const words = wordsOf(found).map(singularOf);
  const one = singularOf(noun);
  return words.includes(one) || (words[0] === "one" && saysUnquoted([one, `${one}s`]));
}

const WANTS =
  /\b(?:(?:need|want|open|start|begin)\s+(?:an?|another|some|new)|(?:in|into|as)\s+(?:an?|another)(?:\s+new)?)\s+((?:[\p{L}-]+\s*){1,3})/iu;

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

/**
 * Whether the user names what an updating tool sets to a number, by its object or by an argument: "set the thermostat of the bedroom to
 * 21" does not ask for `set_speaker_volume`.
 */
export function namesSet(tool: string, given: readonly string[], own: OwnWords): boolean {
  if (!nameWords(tool).some((word) => UPDATES.has(word)) || /\p{Script=Han}/u.test(own.text)) return true;
  return [...objectOf(tool), ...given.flatMap(nameWords)]
    .map(singularOf)
    .some((word) => word.length > 2 && own.saysUnquoted([word, `${word}s`]));
}

const MAKES = new Set("create make new generate add register".split(" "));

/** Whether the user names what a tool makes, at least in part: "add Ann to the group" does not ask for `add_payment_method`. */
export function namesMade(tool: string, given: readonly string[], own: OwnWords): boolean {
  const object = objectOf(tool);
  if (object.length === 0 || !nameWords(tool).some((word) => MAKES.has(word))) return true;
  // A payment is made by paying.
  if (object.every((word) => PAYMENTS.has(word))) return true;
  // Names of tools are English, so a Chinese message does not contain their words.
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

/** Whether a tool pays, judged by its name. The amount is what it is about. */
export function pays(tool: string): boolean {
  return nameWords(tool).some((name) => PAYS.has(name) || PAYMENTS.has(name));
}

/** Whether a tool gives others something that exists. A text of the user's does not say which. */
export function sharesThings(tool: string): boolean {
  return nameWords(tool).some((name) => name === "share" || name === "grant");
}

/** Words in names of tools and arguments that the user has to say, with the words that mean it. */
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
 * something is attached. A value that the user stated for something else does not explain such a call.
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

/** Whether a tool returns the content of something, judged by its name. The author of that content also chose its structure. */
export function givesContent(tool: { readonly name: string }): boolean {
  return wordsGiveContent(tool.name);
}

const wordsGiveContent = cachedByName((name) => nameWords(name).some((word) => CONTENT.has(word)));

const LOOKS = new Set(
  "get list read search find view show check fetch lookup look query count describe browse see load retrieve".split(
    " ",
  ),
);
const NEW_BY = new Set(
  "create make new add append insert generate schedule book reserve upload copy duplicate clone fork draft post publish send reply register import save store write order buy purchase place invite comment".split(
    " ",
  ),
);

/** Whether a tool returns what it made, judged by its name. Servers without hints also declare their lists as acting. */
export function makesThings(tool: { readonly name: string }): boolean {
  return wordsMake(tool.name);
}

const wordsMake = cachedByName((name) => {
  const words = nameWords(name);
  return words.some((word) => NEW_BY.has(word)) && !words.some((word) => LOOKS.has(word));
});
