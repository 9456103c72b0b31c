import { STOP_WORDS } from "../../src/retrieval/words/extract-terms.ts";
import type { Ranker } from "./measure.ts";
import type { RetrievalSet } from "./retrieval-set.ts";

const spelled = (name: string) =>
  name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/[_\-./:]+/g, " ");

/** The text that the baselines search: name and description, as most systems do. */
export function plainTexts(set: RetrievalSet): string[] {
  return set.entries.map(({ name, description }) => `${spelled(name)}: ${description}`);
}

/** Okapi BM25 without stop words, over words without their plural s and Chinese characters with their neighbours (k1 1.2, b 0.75). */
export function bm25(set: RetrievalSet): Ranker {
  const documents = plainTexts(set).map(words);
  const average = documents.reduce((sum, documentTerms) => sum + documentTerms.length, 0) / documents.length;
  const postings = new Map<string, Map<number, number>>();
  for (const [index, documentTerms] of documents.entries())
    for (const word of documentTerms) {
      const counts = postings.get(word) ?? new Map<number, number>();
      counts.set(index, (counts.get(index) ?? 0) + 1);
      postings.set(word, counts);
    }
  return (request) => {
    const scores = new Float64Array(documents.length);
    for (const word of words(request)) {
      const counts = postings.get(word);
      if (counts === undefined) continue;
      const rarity = Math.log(1 + (documents.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [index, count] of counts) {
        const length = documents[index]?.length ?? average;
        scores[index] =
          (scores[index] ?? 0) + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average));
      }
    }
    return best(set, scores);
  };
}

/** Cosine of TF-IDF over runs of three and four letters, and of one and two Chinese characters. */
export function characterGrams(set: RetrievalSet): Ranker {
  const documents = plainTexts(set).map((text) => counted(grams(text)));
  const frequency = new Map<string, number>();
  for (const documentTerms of documents)
    for (const gram of documentTerms.keys()) frequency.set(gram, (frequency.get(gram) ?? 0) + 1);
  const weight = (gram: string, count: number) =>
    (1 + Math.log(count)) * Math.log(1 + documents.length / ((frequency.get(gram) ?? 0) + 0.5));
  const postings = new Map<string, [number, number][]>();
  for (const [index, documentTerms] of documents.entries()) {
    const norm = Math.hypot(...[...documentTerms].map(([gram, count]) => weight(gram, count))) || 1;
    for (const [gram, count] of documentTerms) {
      const list = postings.get(gram) ?? [];
      list.push([index, weight(gram, count) / norm]);
      postings.set(gram, list);
    }
  }
  return (request) => {
    const scores = new Float64Array(documents.length);
    for (const [gram, count] of counted(grams(request)))
      for (const [index, value] of postings.get(gram) ?? [])
        scores[index] = (scores[index] ?? 0) + weight(gram, count) * value;
    return best(set, scores);
  };
}

/** The ten best ids, without entries that have no score. */
export function best(set: RetrievalSet, scores: Float64Array): string[] {
  const order = [...scores.keys()].filter((index) => (scores[index] ?? 0) > 0);
  order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  return order.slice(0, 10).map((index) => set.entries[index]?.id ?? "");
}

function words(text: string): string[] {
  return [...text.toLowerCase().matchAll(/[\u4e00-\u9fff]+|[a-z0-9]+/g)].flatMap(([run]) => {
    if (run >= "\u4e00") return [...run, ...pairs(run)];
    return STOP_WORDS.has(run) ? [] : [run.length > 3 ? run.replace(/s$/, "") : run];
  });
}

function pairs(run: string): string[] {
  return Array.from({ length: Math.max(0, run.length - 1) }, (_, at) => run.slice(at, at + 2));
}

function grams(text: string): string[] {
  return [...text.toLowerCase().matchAll(/[\u4e00-\u9fff]+|[a-z0-9]+/g)].flatMap(([run]) => {
    if (run >= "\u4e00") return [...run, ...pairs(run)];
    const padded = ` ${run} `;
    const found: string[] = [];
    for (const size of [3, 4])
      for (let at = 0; at + size <= padded.length; at++) found.push(padded.slice(at, at + size));
    return found;
  });
}

function counted(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
