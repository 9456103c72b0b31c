import { distance } from "fastest-levenshtein";

/** The candidates that the author of `word` most likely meant, best first. */
export function nearest(word: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = fold(word).slice(0, 100);
  // Two wrong letters of three make another word.
  const tolerance = Math.max(wanted.length > 3 ? 2 : 1, Math.floor(wanted.length * 0.4));
  return [...candidates]
    .map((candidate) => ({ candidate, cost: cost(wanted, fold(candidate)) }))
    .filter(({ cost }) => cost <= tolerance)
    .sort((a, b) => a.cost - b.cost || a.candidate.localeCompare(b.candidate))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** ". Did you mean …?" or an empty text, to append to a message. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const names = nearest(word, candidates);
  return names.length === 0 ? "" : `. Did you mean ${names.map((name) => `"${name}"`).join(" or ")}?`;
}

function cost(wanted: string, candidate: string): number {
  const parts = (text: string) => text.split("_").filter(Boolean).sort().join("_");
  if (wanted.length > 2 && candidate.includes(wanted)) return 1;
  return Math.min(distance(wanted, candidate), distance(parts(wanted), parts(candidate)) + 1);
}

function fold(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[-.\s]+/g, "_");
}
