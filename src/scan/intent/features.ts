import { compareWithText, type Vocabulary } from "./compare-with-text.ts";
import { CONCEPTS, type Concept } from "./concepts.ts";
import { type Ideas, ideaAt, ideaNumber, wordAt } from "./ideas-of.ts";

/** The context of a sentence: the ideas before it, and the rest of the document. */
export interface Surroundings extends Vocabulary {
  /** The ideas of the heading, of the line that introduces the list, and of the two previous sentences. */
  readonly near: Uint8Array;
  /** The whole text. */
  readonly text: string;
}

const SIZE = CONCEPTS.length;

/** Features besides pairs of ideas. */
const SIGNS = [
  "conceals", // not … tell … the user
  "sets-rules-aside", // ignore … previous … rules
  "every-task", // after … any … task
  "begins-with-order", // the first word says what to do
  "shouts", // several words in capitals
  "poses", // a tag or label that only a system would write
  "lonely-host", // an address whose host appears nowhere else in the text
  "against-wish", // regardless of … the user
  "denied", // never/do not before the act itself
  "long",
  "hidden", // inside a comment
  "question",
  "table", // a row of a table
  "quoted", // mentions words instead of using them
  "told", // reports that a third party does it
  "aimed-link", // an address right after "to", "at", "from"
  "cited-link", // an address as the target of a link, or after a colon
  "protects", // only forbids acts, or asks the user first
  "own-words", // most of its words appear nowhere else in the text
  "shared-words", // most of its words occur elsewhere, too
] as const;

type Sign = (typeof SIGNS)[number];

/** The maximum number of words between two related ideas. */
const NEAR = 5;

/**
 * The columns of the model: ideas, ideas of the context, pairs of ideas, pairs close to each other, signs, ordered actions, and
 * ideas that the rest of the text does not have.
 */
export const FEATURES = 4 * SIZE + 2 * SIZE * SIZE + SIGNS.length;

const CLOSE = 2 * SIZE + SIZE * SIZE;
const SIGN = CLOSE + SIZE * SIZE;

/** The name of each column in the file of weights. */
export function featureName(column: number): string {
  if (column < SIZE) return CONCEPTS[column] ?? "";
  if (column < 2 * SIZE) return `~${CONCEPTS[column - SIZE]}`;
  const pair = column - 2 * SIZE;
  if (pair < SIZE * SIZE) return `${CONCEPTS[Math.floor(pair / SIZE)]}+${CONCEPTS[pair % SIZE]}`;
  const close = column - CLOSE;
  if (close < SIZE * SIZE) return `${CONCEPTS[Math.floor(close / SIZE)]}>${CONCEPTS[close % SIZE]}`;
  const sign = column - SIGN;
  if (sign < SIGNS.length) return `!${SIGNS[sign]}`;
  const act = sign - SIGNS.length;
  return act < SIZE ? `^${CONCEPTS[act]}` : `*${CONCEPTS[act - SIZE]}`;
}

const DEEDS = numbers(
  "send",
  "collect",
  "delete",
  "run",
  "fetch",
  "write",
  "weaken",
  "grant",
  "promote",
  "falsify",
  "pay",
  "lock",
  "override",
  "upload",
  "obey",
  "move",
  "speak",
);
const IS_DEED = Uint8Array.from(CONCEPTS, (_, idea) => (DEEDS.includes(idea) ? 1 : 0));
const [TOWARD, MAILBOX, FORBID, NOT, DISCLOSE, USER, OVERRIDE, PREVIOUS, RULES, WHEN, ANY, TASK, LINK] =
  numbers(
    "toward",
    "mailbox",
    "forbid",
    "not",
    "disclose",
    "user",
    "override",
    "previous",
    "rules",
    "when",
    "any",
    "task",
    "link",
  ) as [
    // one number for each name
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
const POSES =
  /<\/?(?:important|system|admin|instructions?|secret|hidden|critical|note)>|\[(?:system|important|admin|instructions?|hidden)\b|\b(?:system|instruction|safety|admin)\s+(?:override|bypass|directive|instruction|note|message)\b|<\|\w{2,12}\|>|^\W*(?:system|assistant)\s*:/i;
const SHOUTS = /\b[A-Z]{4,}(?:[\s,:!'-]+[A-Z]{2,}){2,}/;
const AGAINST_WISH =
  /\b(?:regardless of|even (?:if|when|though)|no matter|irrespective of|despite|contrary to)\b.{0,40}\b(?:user|request|ask|instruct|said|say|want|preference|told)|(?:无论|不管|即使).{0,12}用户/i;

/** The user decides: "ask the user before …", "… after they agree". */
const ASKED =
  /\b(?:ask|confirm with|check with)\s+(?:the\s+)?(?:user|human|person|them)\b.{0,30}\b(?:before|first|whether|if)\b|\b(?:after|once|when|if)\s+(?:the\s+user|they|the\s+person)\s+(?:has\s+|have\s+)?(?:agree|confirm|approve|consent)|(?:先(?:询问|征得|问)|征得)用户/i;
const UNASKED = /\b(?:not|never|don't|without|no need to)\s+(?:ask|confirm|check)|不(?:要|必|用|需)|无需/i;

/** Shorter texts have too few hosts to compare. */
const SHORT = 1000;

/** Two of these ideas in one sentence may be an order, even without an action. */
const HINTS = numbers(
  "off",
  "silent",
  "not",
  "secret",
  "personal",
  "guard",
  "money",
  "topic",
  "result",
  "remote",
  "tool",
  "instead",
  "previous",
  "rules",
  "user",
  "power",
  "given",
  "rank",
  "argument",
  "link",
  "mailbox",
  "account",
  "script",
  "startup",
  "any",
  "always",
  "our",
  "reader",
);

/** Whether a sentence may order something. Other sentences are not judged. */
export function isOrder({ has }: Ideas): boolean {
  if (DEEDS.some((act) => has[act] === 1)) return true;
  let hints = 0;
  for (const idea of HINTS) hints += has[idea] as number;
  return hints > 1;
}

/** Whether a sentence only forbids actions and hides nothing: "never send credentials" is protective. */
function isProtective(ideas: Ideas, sentence: string): boolean {
  if (ASKED.test(sentence) && !UNASKED.test(sentence)) return true;
  if (ideas.has[LINK] === 1 || conceals(ideas) || !forbids(ideas)) return false;
  return !ideas.order.some(
    (entry) =>
      IS_DEED[ideaAt(entry)] === 1 && isCommand(ideas, wordAt(entry)) && !isForbidden(ideas, wordAt(entry)),
  );
}

/** Whether an action directly follows a prohibition. */
function forbids(ideas: Ideas): boolean {
  return DEEDS.some((act) => ideas.has[act] === 1 && isNear(ideas, [FORBID, act], 2));
}

function isForbidden({ order }: Ideas, word: number): boolean {
  return order.some(
    (entry) => ideaAt(entry) === FORBID && word - wordAt(entry) >= 0 && word - wordAt(entry) <= 2,
  );
}

/** Whether a word is in the position and form of an imperative: not "sends", "sent" or "sending". */
function isCommand({ commands, word }: Ideas, at: number): boolean {
  return commands[at] === true && !/(?:ing|ed|[^s]s)$/.test(word(at));
}

function conceals(ideas: Ideas): boolean {
  return isNear(ideas, [NOT, DISCLOSE, USER], 7) || isNear(ideas, [NOT, DISCLOSE], 2);
}

/** The columns that apply to a sentence. */
export function featuresOf(sentence: string, ideas: Ideas, context: Surroundings): number[] {
  const { has, order } = ideas;
  const own: number[] = [];
  for (let idea = 0; idea < SIZE; idea++) if (has[idea] === 1) own.push(idea);
  const columns = [...own];
  for (let idea = 0; idea < SIZE; idea++) {
    if (context.near[idea] === 1 && has[idea] === 0) columns.push(SIZE + idea);
  }
  for (let a = 0; a < own.length; a++) {
    for (let b = a + 1; b < own.length; b++) {
      columns.push(2 * SIZE + (own[a] as number) * SIZE + (own[b] as number));
    }
  }
  columns.push(...closePairs(order));
  for (const sign of signsOf(sentence, ideas)) columns.push(SIGN + SIGNS.indexOf(sign));
  const ordered = new Set<number>();
  for (const entry of order) {
    if (IS_DEED[ideaAt(entry)] === 1 && isCommand(ideas, wordAt(entry))) ordered.add(ideaAt(entry));
  }
  for (const act of ordered) columns.push(SIGN + SIGNS.length + act);
  if (ordered.size === 0) columns.push(SIGN + SIGNS.indexOf("told"));
  if (has[LINK] === 1 && context.text.length > SHORT && hasLonelyHost(ideas, context.text))
    columns.push(SIGN + SIGNS.indexOf("lonely-host"));
  if (context.text.length > SHORT) {
    const { ideas: alone, words } = compareWithText(own, ideas, context);
    for (const idea of alone) columns.push(SIGN + SIGNS.length + SIZE + idea);
    if (words !== undefined) columns.push(SIGN + SIGNS.indexOf(words));
  }
  return columns;
}

/** Ideas that follow each other within a few words, each pair once. */
function closePairs(order: readonly number[]): ReadonlySet<number> {
  const pairs = new Set<number>();
  for (let a = 0; a < order.length; a++) {
    const first = order[a] as number;
    for (let b = a + 1; b < order.length; b++) {
      const second = order[b] as number;
      const distance = wordAt(second) - wordAt(first);
      if (distance > NEAR) break;
      if (distance > 0) pairs.add(CLOSE + ideaAt(first) * SIZE + ideaAt(second));
    }
  }
  return pairs;
}

function* signsOf(sentence: string, ideas: Ideas): Iterable<Sign> {
  if (isProtective(ideas, sentence)) yield "protects";
  if (conceals(ideas)) yield "conceals";
  if (isNear(ideas, [OVERRIDE, PREVIOUS, RULES], 6) || isNear(ideas, [OVERRIDE, ANY, RULES], 5))
    yield "sets-rules-aside";
  if (isNear(ideas, [WHEN, ANY, TASK], 5)) yield "every-task";
  if (ideas.order.some((entry) => wordAt(entry) <= 1 && IS_DEED[ideaAt(entry)] === 1))
    yield "begins-with-order";
  if (SHOUTS.test(sentence)) yield "shouts";
  if (POSES.test(sentence)) yield "poses";
  if (AGAINST_WISH.test(sentence)) yield "against-wish";
  if (forbids(ideas)) yield "denied";
  if (ideas.commands.length > 40) yield "long";
  if (sentence.includes("<!--")) yield "hidden";
  if (ideas.has[LINK] === 1 || ideas.has[MAILBOX] === 1) {
    if (isNear(ideas, [TOWARD, LINK], 2) || isNear(ideas, [TOWARD, MAILBOX], 2)) yield "aimed-link";
    if (/\]\(\s*https?:|[:：*|-]\s{0,3}<?https?:/.test(sentence)) yield "cited-link";
  }
  if (/[?？]\s*$/.test(sentence)) yield "question";
  if (/^\s*\|/.test(sentence)) yield "table";
  if (/^[\s*>-]*["“'‘「]|[:：]\s*["“「]/.test(sentence)) yield "quoted";
}

/** Whether the ideas occur in this order, each within the maximum distance of the previous one. */
function isNear({ order }: Ideas, wanted: readonly number[], distance: number): boolean {
  let at = 0;
  let last = -1;
  for (const entry of order) {
    const word = wordAt(entry);
    if (at > 0 && word - last > distance) at = 0;
    if (ideaAt(entry) !== wanted[at]) continue;
    last = word;
    at += 1;
    if (at === wanted.length) return true;
  }
  return false;
}

function hasLonelyHost({ order, word }: Ideas, text: string): boolean {
  return order.some((entry) => {
    if (ideaAt(entry) !== LINK) return false;
    const host = /^\w+:\/\/([^/:?#]+)/.exec(word(wordAt(entry)))?.[1];
    return host !== undefined && text.indexOf(host, text.indexOf(host) + host.length) === -1;
  });
}

function numbers(...concepts: Concept[]): number[] {
  return concepts.map(ideaNumber);
}
