import { CONCEPTS } from "./concepts.ts";
import { FEATURES, featureName, featuresOf, isOrder, type Surroundings } from "./features.ts";
import { gramScoreOf } from "./gram-score.ts";
import { type Ideas, ideasOf } from "./ideas-of.ts";
import { mayBeForeign } from "./other-languages.ts";
import FITTED from "./weights.json" with { type: "json" };
import { wordScoreOf } from "./word-score.ts";

/** An imperative sentence, with the features for judging whether it is hostile. */
export interface Order {
  readonly sentence: Sentence;
  readonly ideas: Ideas;
  readonly columns: readonly number[];
}

/** Maximum number of sentences that are judged per text. */
const MAX_SENTENCES = 20_000;

/** Finds the imperative sentences of a text. */
export function findOrders(text: string): Order[] {
  const read: { sentence: Sentence; ideas: Ideas }[] = [];
  const isForeign = mayBeForeign(text);
  const carried = new Uint32Array(CONCEPTS.length);
  const ideaCounts = new Map<number, number>();
  for (const sentence of sentencesOf(text)) {
    const ideas = ideasOf(sentence.text, isForeign);
    read.push({ sentence, ideas });
    for (let idea = 0; idea < carried.length; idea++) (carried[idea] as number) += ideas.has[idea] as number;
    for (const hash of ideas.hashes) if (hash !== 0) ideaCounts.set(hash, (ideaCounts.get(hash) ?? 0) + 1);
    if (read.length >= MAX_SENTENCES) break;
  }
  const leads = new Map<string, Ideas>();
  return read.flatMap(({ sentence, ideas }, at) => {
    if (!isOrder(ideas)) return [];
    const near = nearIdeas([leadIdeas(sentence.lead, leads), read[at - 1]?.ideas, read[at - 2]?.ideas]);
    const context: Surroundings = { near, text, carried, ideaCounts };
    return [{ sentence, ideas, columns: featuresOf(sentence.text, ideas, context) }];
  });
}

function leadIdeas(lead: string, known: Map<string, Ideas>): Ideas | undefined {
  if (lead.trim() === "") return undefined;
  const ideas = known.get(lead) ?? ideasOf(lead);
  known.set(lead, ideas);
  return ideas;
}

function nearIdeas(context: readonly (Ideas | undefined)[]): Uint8Array {
  const near = new Uint8Array(CONCEPTS.length);
  for (const ideas of context) {
    if (ideas === undefined) continue;
    for (let idea = 0; idea < near.length; idea++) if (ideas.has[idea] === 1) near[idea] = 1;
  }
  return near;
}

/** The kind of text. A skill normally gives orders; the description of a tool does not. */
type Setting = "skill" | "tool";

const WEIGHTS = { skill: weightsOf("skill"), tool: weightsOf("tool") };

/** Words rarely change a score by more than this. Most orders score lower, so their words are not looked up. */
const MAX_BY_WORDS = 7.5;

/** The hostility score of an order. Above 0 the order counts as hostile. */
export function scoreOf(order: Pick<Order, "columns" | "ideas">, setting: Setting): number {
  const score = ideaScoreOf(order, setting);
  if (score < -MAX_BY_WORDS) return score;
  return score + wordScoreOf(order.ideas)[setting] + gramScoreOf(order.ideas)[setting];
}

/** The same score without the weights of words. */
export function ideaScoreOf({ columns }: Pick<Order, "columns">, setting: Setting): number {
  const weights = WEIGHTS[setting];
  let score = FITTED[setting].bias;
  for (const column of columns) score += weights[column] as number;
  return score;
}

function weightsOf(setting: Setting): Float32Array {
  const weights = new Map(
    FITTED[setting].weights
      .flatMap((line) => line.split(" "))
      .map((pair) => {
        const at = pair.lastIndexOf("=");
        return [pair.slice(0, at), Number(pair.slice(at + 1))] as const;
      }),
  );
  return Float32Array.from({ length: FEATURES }, (_, column) => weights.get(featureName(column)) ?? 0);
}

/** One sentence of a text, and the heading or list line above it. */
interface Sentence {
  readonly text: string;
  readonly offset: number;
  /** The heading and the line that introduces the list, if any. */
  readonly lead: string;
}

/** Maximum length of a sentence. Longer ones are cut. */
const MAX_SENTENCE = 1200;

const END = /[.!?](?=\s)|[。！？；]|;(?=\s)/g;

/** A line that continues the sentence of the previous line: it begins with a lower-case letter and is not `key: value`. */
const GOES_ON = /^[ \t]{0,12}(?![\w-]{1,30}:(?:\s|$))[\p{Ll}("'`]/u;

/** The minimum length of a wrapped line. A shorter line ends its sentence. */
const WRAPPED = 40;

/** Lists of keywords of a skill. */
const WORD_LIST = /^\s*["']?(?:keywords?|tags|triggers?|aliases|categor(?:y|ies)|topics?)["']?\s*:/i;

/** Fences around text instead of code. */
const PROSE_FENCE =
  /^\s{0,12}(?:`{3,}|~{3,})\s*(?:text|txt|markdown|md|mdx|prompt|plaintext|template|xml|html|none)?\s*$/i;

/** Five consecutive words. Programs contain them only in comments. */
const RUNNING_TEXT = /\p{L}[\p{L}'’-]*(?:[ ,]+\p{L}[\p{L}'’-]*){4}|\p{Script=Han}{6}/u;

/** The sentences of a Markdown text, without code. A sentence may span several lines. Reads each line once. */
function* sentencesOf(text: string): Iterable<Sentence> {
  let heading = "";
  let intro = "";
  let fence: { readonly mark: string; readonly isProse: boolean } | undefined;
  for (let from = 0; from < text.length; ) {
    let end = lineEnd(text, from);
    const line = text.slice(from, end);
    const mark = /^\s{0,12}(`{3,}|~{3,})/.exec(line.slice(0, 40))?.[1];
    if (mark !== undefined && line.indexOf("```", line.indexOf("```") + 3) === -1) {
      if (fence === undefined) fence = { mark: mark.slice(0, 3), isProse: PROSE_FENCE.test(line) };
      else if (mark.startsWith(fence.mark)) fence = undefined;
    } else if (fence !== undefined) {
      if (fence.isProse && RUNNING_TEXT.test(line)) yield* piecesOf(line, from, heading);
    } else {
      const isHeading = /^\s{0,3}#{1,6}\s/.test(line);
      if (!isHeading) end = blockEnd(text, from, end);
      const lead = isHeading ? "" : `${heading} ${intro}`;
      if (!WORD_LIST.test(line)) yield* piecesOf(text.slice(from, end), from, lead);
      if (isHeading) [heading, intro] = [line.slice(0, 200), ""];
      else if (/[:：]\**\s*$/.test(text.slice(end - 12, end)))
        intro = text.slice(Math.max(from, end - 300), end);
      else if (line.trim() !== "" && !/^\s*(?:[-*+]|\d+[.)])\s/.test(line)) intro = "";
    }
    from = end + 1;
  }
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline === -1 ? text.length : newline;
}

/** The end of the lines that continue the line between `from` and `end`. */
function blockEnd(text: string, from: number, end: number): number {
  let [start, last] = [from, end];
  while (last < text.length && last - start >= WRAPPED && last - from < MAX_SENTENCE) {
    const next = lineEnd(text, last + 1);
    if (
      /[.!?:：。！？|]\**\s*$/.test(text.slice(last - 4, last)) ||
      !GOES_ON.test(text.slice(last + 1, last + 40))
    )
      break;
    [start, last] = [last + 1, next];
  }
  return last;
}

function* piecesOf(line: string, offset: number, lead: string): Iterable<Sentence> {
  let start = 0;
  END.lastIndex = 0;
  for (let match = END.exec(line); match !== null; match = END.exec(line)) {
    // "1. Run", "e.g. this" and "v2. of" do not end a sentence.
    if (match.index - start < 12) continue;
    yield piece(line, start, match.index + 1, offset, lead);
    start = match.index + 1;
  }
  if (line.length - start >= 8) yield piece(line, start, line.length, offset, lead);
}

function piece(line: string, start: number, end: number, offset: number, lead: string): Sentence {
  return { text: line.slice(start, Math.min(end, start + MAX_SENTENCE)), offset: offset + start, lead };
}
