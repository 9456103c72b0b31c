import type { SearchHit } from "./search-provider.ts";

const MAX_TITLE = 300;
const MAX_SNIPPET = 1_000;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#39": "'",
  "#x27": "'",
  "#34": '"',
};

/** Hits in the one form: web addresses only, each once, plain text on one line, no more than asked for. */
export function tidyHits(hits: readonly SearchHit[], limit: number): SearchHit[] {
  const byUrl = new Map<string, SearchHit>();
  for (const { title, url, snippet } of hits) {
    const address = URL.parse(url);
    if (address === null || !/^https?:$/.test(address.protocol) || byUrl.has(address.href)) continue;
    byUrl.set(address.href, {
      title: plain(title, MAX_TITLE),
      url: address.href,
      snippet: plain(snippet, MAX_SNIPPET),
    });
  }
  return [...byUrl.values()].slice(0, limit);
}

function plain(text: string, maxLength: number): string {
  const bare = text
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(
      /&(amp|lt|gt|quot|apos|nbsp|#39|#x27|#34);/gi,
      (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole,
    )
    .replace(/\s+/g, " ")
    .trim();
  return bare.length > maxLength ? `${bare.slice(0, maxLength).toWellFormed()}…` : bare;
}
