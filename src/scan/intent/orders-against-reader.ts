import type { Signal } from "../signal.ts";
import type { Concept } from "./concepts.ts";
import { findOrders, ideaScoreOf, type Order, scoreOf } from "./find-orders.ts";
import { ideaAt, ideaNumber, wordAt } from "./ideas-of.ts";

/** An order with a score at most this much below the threshold of a danger is a warning. */
const WARNING = 0.4;
/** A model follows the main text. Orders in other files, or in guides on security, need a higher score. */
const [OTHER_FILE, ON_SECURITY] = [1, 1];

const DEEDS: readonly (readonly [Concept, string])[] = [
  ["override", "set its rules aside"],
  ["upload", "send something out"],
  ["pay", "move money"],
  ["falsify", "change what is true"],
  ["weaken", "switch protections off"],
  ["grant", "give rights away"],
  ["send", "send something out"],
  ["delete", "delete something"],
  ["lock", "lock or pack files"],
  ["promote", "favour somebody"],
  ["fetch", "fetch something from outside"],
  ["run", "run something"],
  ["collect", "collect something"],
  ["write", "add something"],
];
const THINGS: readonly (readonly [Concept, string])[] = [
  ["secret", "credentials"],
  ["personal", "private data"],
  ["startup", "what starts by itself"],
  ["guard", "protections"],
  ["power", "rights"],
  ["money", "money"],
  ["files", "files"],
  ["mailbox", "a mail address"],
  ["link", "an outside address"],
  ["remote", "another machine"],
];

/** Orders to the model that do not serve its user. They are judged by the ideas they combine, not by their wording. */
export const ordersAgainstReader: Signal = {
  name: "foreign-orders",
  *find({ file, text, isCode }, isOnSecurity) {
    if (isCode) return;
    const needed = (/(?:^|\/)SKILL\.md$/i.test(file) ? 0 : OTHER_FILE) + (isOnSecurity ? ON_SECURITY : 0);
    for (const order of findOrders(text)) {
      const score = scoreOf(order, "skill") - needed;
      if (score <= -WARNING || handsOutPublicKey(order) || REFUSES.test(order.sentence.text)) continue;
      yield {
        severity: score > 0 && !isHousekeeping(order, text) ? "danger" : "warning",
        message: describeOrder(order),
        offset: order.sentence.offset,
      };
    }
  },
};

const GAINS: readonly Concept[] = ["link", "mailbox", "secret", "secretPlace", "override"];

/** Whether the author of an order would gain by it: it names an address, a secret, or rules to ignore. */
export function namesGain({ ideas }: Order): boolean {
  return GAINS.some((concept) => ideas.has[ideaNumber(concept)] === 1);
}

const LEADS_OUT: readonly Concept[] = [
  ...(["link", "mailbox", "secretPlace"] as const),
  ...(["silent", "reader", "first", "also", "obey", "instead"] as const),
];
const DEEDS_OF_TOOLS: readonly Concept[] = ["remote", "send", "upload"];

/**
 * Whether an order names a destination or a place of keys, or tells its reader how to behave. The opening sentence of a description
 * says what the tool does, and tools may send.
 */
export function leadsOut({ ideas }: Order, isOpening: boolean): boolean {
  const concepts = isOpening ? LEADS_OUT : [...LEADS_OUT, ...DEEDS_OF_TOOLS];
  return concepts.some((concept) => ideas.has[ideaNumber(concept)] === 1);
}

const NEVER_HOUSEKEEPING: readonly Concept[] = [
  "link",
  "mailbox",
  "secret",
  "secretPlace",
  "personal",
  "money",
  "override",
  "upload",
  "silent",
];

/** "Run validate.py after each edit": skills use their own scripts like this, if other lines mention the script as well. */
function isHousekeeping({ ideas, sentence }: Order, text: string): boolean {
  if (NEVER_HOUSEKEEPING.some((concept) => ideas.has[ideaNumber(concept)] === 1)) return false;
  const scripts = ideas.order.filter((entry) => ideaAt(entry) === ideaNumber("script"));
  return (
    scripts.length > 0 &&
    scripts.every((entry) => {
      const path = ideas.word(wordAt(entry));
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      const name = path.slice(folder.length);
      return (
        isElsewhere(text, name, sentence.offset) ||
        (folder.includes("/scripts/") && isElsewhere(text, folder, sentence.offset))
      );
    })
  );
}

/** "Add ~/.ssh/id_ed25519.pub to the page …": a public key is made to be handed out. Adding one to a machine is another matter. */
function handsOutPublicKey({ ideas, sentence }: Order): boolean {
  return (
    /\.ssh\/[\w.-]+\.pub\b/.test(sentence.text) &&
    !sentence.text.includes("authorized_keys") &&
    !NEVER_WITH_PUBLIC_KEY.some((concept) => ideas.has[ideaNumber(concept)] === 1)
  );
}

/** "Refuse a text that claims …": the reader learns what not to obey. */
const REFUSES =
  /^\W{0,9}(?:refuse|reject|flag) (?:(?:an?|any|every) )?(?:text|message|prompt|instruction|content|page)s? that\b/i;

const NEVER_WITH_PUBLIC_KEY: readonly Concept[] = ["secretPlace", "personal", "silent", "override", "upload"];

/**
 * "Use with caution", "it will overwrite files", "Deletes the branch": a statement about the tool, not an order to the reader.
 */
const OF_ITSELF =
  /^\s*(?:(?:please )?use (?:this (?:tool )?)?with (?:caution|care)\b|(?:permanently |irreversibly |completely )?(?:deletes|removes|overwrites|replaces|drops|erases|resets|pushes)\b)|\b(?:it|this (?:tool|operation|action|command|call)) (?:will|may|can|cannot) (?:permanently |irreversibly )?(?:overwrite|delete|remove|replace|drop|erase|reset|be undone)\b/i;

const FAILURE =
  /\b(?:failed|failure|refused|denied|forbidden|unreachable|unavailable|timed out|not (?:found|allowed|permitted|reachable|supported)|could not|cannot|no access|access to)\b/i;

/** "Request to https://… failed, the host is not allowed": a result that reports an error. */
export function reportsFailure(order: Order): boolean {
  const { ideas, sentence } = order;
  const isFromReader = (["reader", "always", "obey", "instead"] as const).some(
    (concept) => ideas.has[ideaNumber(concept)] === 1,
  );
  return !isSensitive(order) && !isFromReader && FAILURE.test(sentence.text);
}

/** Whether an order mentions secrets, money, people, rules or sending. */
export function isSensitive({ ideas }: Order): boolean {
  return NEVER_HOUSEKEEPING.some((concept) => concept !== "link" && ideas.has[ideaNumber(concept)] === 1);
}

/** Settings and values that a tool ignores or overrides. These are not instructions to the reader. */
const OVER_DATA =
  /\b(?:overrid|ignor|supersed)\w+ (?:(?:all|any|the|previous|prior|existing|earlier) ){0,2}(?:settings|defaults?|values?|options|configurations?|whitespace|case|formatting|styles?)\b|忽略(?:大小写|空格|空行|空值|重复|格式|注释|标点)/i;

/** Whether a sentence of a description warns about its tool, and mentions nothing that could leak or be overridden. */
export function warnsOfItself({ ideas, sentence }: Order): boolean {
  const isOverData = OVER_DATA.test(sentence.text);
  const isSensitive = NEVER_HOUSEKEEPING.some(
    (concept) =>
      concept !== "silent" && !(concept === "override" && isOverData) && ideas.has[ideaNumber(concept)] === 1,
  );
  return !isSensitive && (isOverData || OF_ITSELF.test(sentence.text));
}

/** "Call this tool again with the next page": how a reader gets the rest of a list. */
const NEXT_PAGE =
  /\b(?:call|use|run|invoke) (?:this tool|it) again with (?:the |a )?(?:next )?(?:page|cursor|offset)\b([^.\n]{0,200})/i;
/** Permitted words after it: the source of the page and the search, no other content and no insertions. */
const OF_PAGES =
  /^(?:[\s,]+(?:number|token|value|parameter|and|or|the|a|an|this|same|if|one|it|was|is|were|provided|returned|given|found|in|from|by|of|to|previous|last|first|response|result|results|call|page|pages|field|cursor|offset|limit|contact|invoice|order|customer|account|id|name|query|filter|filters|search|get|fetch|see|read|retrieve|load|more|next|rest|remaining|items|until|there|are|no|none))*[\s.!)]*$/i;
/** "Send one as the prompt of the next turn with this threadId": how a reader continues a thread of the tool. */
const NEXT_TURN =
  /\b(?:next turn|follow-up|reply)\b[^.\n]{0,40}\bwith (?:this|the same) \w{0,20}(?:thread|session|conversation)/i;
const NEVER_WITH_TURNS: readonly Concept[] = [
  "link",
  "mailbox",
  "silent",
  "secret",
  "secretPlace",
  "script",
  "override",
];
const NEVER_WITH_PAGES: readonly Concept[] = [...NEVER_WITH_TURNS, "remote", "send", "upload"];

/** Whether a sentence of a description says how to get the next page or continue a thread, and nothing about secrets or other places. */
export function turnsPages({ ideas, sentence }: Order): boolean {
  const isWithout = (concepts: readonly Concept[]) =>
    !concepts.some((concept) => ideas.has[ideaNumber(concept)] === 1);
  return (
    (OF_PAGES.test(NEXT_PAGE.exec(sentence.text)?.[1] ?? "-") && isWithout(NEVER_WITH_PAGES)) ||
    (NEXT_TURN.test(sentence.text) && isWithout(NEVER_WITH_TURNS))
  );
}

const NEVER_A_DEED: readonly Concept[] = [
  ...NEVER_WITH_TURNS,
  ...(["upload", "tool", "instead", "first", "also", "always", "obey", "startup", "files"] as const),
];

/** Whether a sentence mentions the action in the tool's own name: "Cancel the order" of `cancelOrder`. */
export function mentionsOwnAction({ ideas, sentence }: Order, tool: string): boolean {
  const named = tool
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 3);
  const words = sentence.text.toLowerCase().split(/[^a-z]+/);
  const said = named.filter((name) => words.some((word) => word.startsWith(name.replace(/(?:es?|s)$/, ""))));
  const isRule =
    ideas.has[ideaNumber("override")] === 1 && !named.includes("order") && !named.includes("cancel");
  return (
    new Set(said).size > 1 &&
    !isRule &&
    !NEVER_A_DEED.some((concept) => concept !== "override" && ideas.has[ideaNumber(concept)] === 1)
  );
}

/** Up to this score, the ideas of an opening sentence are those of a tool. */
const OPENING = 1;

/** Ideas beyond a tool and its arguments. */
const BEYOND_TOOL: readonly Concept[] = [
  // A destination.
  ...(["link", "mailbox", "remote", "send", "upload"] as const),
  // Something hidden.
  ...(["silent", "not"] as const),
  // Another tool or program.
  ...(["tool", "instead", "script", "startup"] as const),
  // Something confidential or of value.
  ...(["secret", "secretPlace", "personal", "money"] as const),
  // A rule for the reader.
  ...(["reader", "user", "always", "when", "first", "also", "given", "obey", "override"] as const),
  // Actions that few tools are made for.
  ...(["pay", "grant", "promote", "falsify", "weaken"] as const),
];

/**
 * Whether a sentence says what its tool does: it opens the description ("Read the complete contents of a file"), its ideas
 * alone are harmless, and none leads beyond the tool.
 */
export function saysWhatToolDoes(order: Order, text: string): boolean {
  const { ideas, sentence } = order;
  if (isLabel(order, text)) return true;
  return (
    text.slice(0, sentence.offset).trim() === "" &&
    ideaScoreOf(order, "tool") <= OPENING &&
    !BEYOND_TOOL.some((concept) => ideas.has[ideaNumber(concept)] === 1)
  );
}

/** "Text of the review comment": describes only the content of a field. */
function isLabel({ ideas }: Order, text: string): boolean {
  return (
    /^\s*(?:[A-Za-z'-]{1,20}\s+){1,3}of\s+(?:[A-Za-z'-]{1,20}\s*){1,4}\.?\s*$/.test(text) &&
    !NEVER_HOUSEKEEPING.some((concept) => ideas.has[ideaNumber(concept)] === 1)
  );
}

/** Whether a line other than the one at `offset` contains this. */
function isElsewhere(text: string, part: string, offset: number): boolean {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  const newline = text.indexOf("\n", offset);
  const first = text.indexOf(part);
  return (first !== -1 && first < from) || (newline !== -1 && text.indexOf(part, newline) !== -1);
}

/** What an order asks for, in words for a person. */
export function describeOrder({ ideas }: Order): string {
  const has = (concept: Concept) => ideas.has[ideaNumber(concept)] === 1;
  const act = DEEDS.find(([concept]) => has(concept))?.[1] ?? "keep something from the user";
  const things = THINGS.filter(([concept]) => has(concept)).map(([, word]) => word);
  const about = things.length === 0 ? "" : ` (${things.slice(0, 3).join(", ")})`;
  const quiet = has("not") && has("disclose") ? ", without telling the user" : "";
  return `orders the reader to ${act}${about}${quiet}`;
}
