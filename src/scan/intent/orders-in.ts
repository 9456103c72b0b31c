import { CONCEPTS } from "./concepts.ts";
import { featuresOf, isOrder, isProtective, type Surroundings } from "./features.ts";
import { type Ideas, ideasOf } from "./ideas-of.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";

/** A sentence that tells its reader to do something, with what the model knows of it. */
export interface Order {
  readonly sentence: Sentence;
  readonly ideas: Ideas;
  readonly columns: readonly number[];
}

/** How many sentences of one text are judged; more than this is a book. */
const MAX_SENTENCES = 20_000;

/** The orders of a text. */
export function ordersIn(text: string): Order[] {
  const read: { sentence: Sentence; ideas: Ideas }[] = [];
  for (const sentence of sentencesOf(text)) {
    const ideas = ideasOf(sentence.text);
    read.push({ sentence, ideas });
    if (read.length >= MAX_SENTENCES) break;
  }
  const leads = new Map<string, Ideas>();
  return read.flatMap(({ sentence, ideas }, at) => {
    if (!isOrder(ideas) || isProtective(ideas)) return [];
    const near = nearIdeas([leadIdeas(sentence.lead, leads), read[at - 1]?.ideas, read[at - 2]?.ideas]);
    const context: Surroundings = { near, text };
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
