import { CONCEPTS, type Concept } from "./concepts.ts";
import { type Ideas, ideaNumber } from "./ideas-of.ts";

/** What surrounds a sentence: the ideas that lead to it, and what else the document speaks of. */
export interface Surroundings {
  /** Ideas of the heading, of the line that leads into the list, and of the two sentences before. */
  readonly near: Uint8Array;
  /** The whole text. */
  readonly text: string;
}

const SIZE = CONCEPTS.length;

/** Signs that are more than an idea or two together. */
const SIGNS = [
  "conceals", // not … tell … the user
  "sets-rules-aside", // ignore … previous … rules
  "every-task", // after … any … task
  "begins-with-order", // the first word says what to do
  "shouts", // several words in capitals
  "poses", // a tag or label that only a system would write
  "lonely-host", // an address whose host stands nowhere else in the text
  "against-wish", // regardless of … the user
  "denied", // never/do not before the deed itself
  "long",
  "hidden", // inside a comment
  "question",
  "table", // a row of a table
  "quoted", // speaks of words, rather than with them
  "told", // speaks of a third party that does it
] as const;

type Sign = (typeof SIGNS)[number];

/** Ideas, ideas nearby, pairs of ideas, signs, and deeds that are ordered: the columns of the model. */
export const FEATURES = 3 * SIZE + SIZE * SIZE + SIGNS.length;

/** A readable name for each column, which the file of weights uses. */
export function featureName(column: number): string {
  if (column < SIZE) return CONCEPTS[column] ?? "";
  if (column < 2 * SIZE) return `~${CONCEPTS[column - SIZE]}`;
  const pair = column - 2 * SIZE;
  if (pair < SIZE * SIZE) return `${CONCEPTS[Math.floor(pair / SIZE)]}+${CONCEPTS[pair % SIZE]}`;
  const sign = pair - SIZE * SIZE;
  return sign < SIGNS.length ? `!${SIGNS[sign]}` : `^${CONCEPTS[sign - SIGNS.length]}`;
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
);
const [NOT, DISCLOSE, USER, OVERRIDE, PREVIOUS, RULES, WHEN, ANY, TASK, LINK] = numbers(
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
) as [number, number, number, number, number, number, number, number, number, number];
const POSES =
  /<\/?(?:important|system|admin|instructions?|secret|hidden|critical|note)>|\[(?:system|important|admin|instructions?|hidden)\b|\b(?:system|instruction|safety|admin)\s+(?:override|bypass|directive|instruction|note|message)\b|<\|\w{2,12}\|>|^\W*(?:system|assistant)\s*:/i;
const SHOUTS = /\b[A-Z]{4,}(?:[\s,:!'-]+[A-Z]{2,}){2,}/;
const AGAINST_WISH =
  /\b(?:regardless of|even (?:if|when|though)|no matter|irrespective of|despite|contrary to)\b.{0,40}\b(?:user|request|ask|instruct|said|say|want|preference|told)|(?:无论|不管|即使).{0,12}用户/i;

/** In a text shorter than this nothing can be said of what is usual in it. */
const SHORT = 1000;

/** Whether a sentence says to do anything at all; others need no judgement. */
export function isOrder({ has }: Ideas): boolean {
  return DEEDS.some((deed) => has[deed] === 1) || (has[NOT] === 1 && has[DISCLOSE] === 1);
}

/** Whether a sentence only forbids deeds, and hides nothing: "never send credentials" protects. */
export function isProtective(ideas: Ideas): boolean {
  if (ideas.has[LINK] === 1 || conceals(ideas)) return false;
  return DEEDS.some((deed) => ideas.has[deed] === 1 && isNear(ideas, [NOT, deed], 2));
}

function conceals(ideas: Ideas): boolean {
  return isNear(ideas, [NOT, DISCLOSE, USER], 7) || isNear(ideas, [NOT, DISCLOSE], 2);
}

/** The columns that hold for a sentence. */
export function featuresOf(sentence: string, ideas: Ideas, context: Surroundings): number[] {
  const { has } = ideas;
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
  const base = 2 * SIZE + SIZE * SIZE;
  const sign = (name: Sign) => columns.push(base + SIGNS.indexOf(name));
  if (conceals(ideas)) sign("conceals");
  if (isNear(ideas, [OVERRIDE, PREVIOUS, RULES], 6) || isNear(ideas, [OVERRIDE, ANY, RULES], 5))
    sign("sets-rules-aside");
  if (isNear(ideas, [WHEN, ANY, TASK], 5)) sign("every-task");
  if (ideas.order.some(({ idea, word }) => word <= 1 && DEEDS.includes(idea))) sign("begins-with-order");
  if (SHOUTS.test(sentence)) sign("shouts");
  if (POSES.test(sentence)) sign("poses");
  if (AGAINST_WISH.test(sentence)) sign("against-wish");
  if (DEEDS.some((deed) => has[deed] === 1 && isNear(ideas, [NOT, deed], 2))) sign("denied");
  if (ideas.words.length > 40) sign("long");
  if (sentence.includes("<!--")) sign("hidden");
  if (/[?？]\s*$/.test(sentence)) sign("question");
  if (/^\s*\|/.test(sentence)) sign("table");
  if (/^[\s*>-]*["“'‘「]|[:：]\s*["“「]/.test(sentence)) sign("quoted");
  const ordered = new Set<number>();
  for (const { idea, word } of ideas.order) {
    if (
      ideas.commands[word] === 1 &&
      DEEDS.includes(idea) &&
      !/(?:ing|ed|[^s]s)$/.test(ideas.words[word] ?? "")
    )
      ordered.add(idea);
  }
  for (const deed of ordered) columns.push(base + SIGNS.length + deed);
  if (ordered.size === 0) sign("told");
  if (has[LINK] === 1 && context.text.length > SHORT && hasLonelyHost(ideas.words, context.text))
    sign("lonely-host");
  return columns;
}

/** Whether the ideas follow each other in this order, each at most so many words after the one before. */
function isNear({ order }: Ideas, wanted: readonly number[], distance: number): boolean {
  let at = 0;
  let last = -1;
  for (const { idea, word } of order) {
    if (at > 0 && word - last > distance) {
      at = 0;
    }
    if (idea !== wanted[at]) continue;
    last = word;
    at += 1;
    if (at === wanted.length) return true;
  }
  return false;
}

function hasLonelyHost(words: readonly string[], text: string): boolean {
  return words.some((word) => {
    const host = /^https?:\/\/([^/:?#]+)/.exec(word)?.[1];
    return host !== undefined && text.indexOf(host, text.indexOf(host) + host.length) === -1;
  });
}

function numbers(...concepts: Concept[]): number[] {
  return concepts.map(ideaNumber);
}
