import { readFileSync } from "node:fs";
import type { ToolIndex } from "../../src/retrieval/tool-index.ts";

/** Requests that no tool serves, in English and Chinese. */
export function noToolRequests(): string[] {
  return readFileSync(new URL("no-tool-requests.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** The share of requests that get a hit although no tool serves them, in per cent. */
export async function falseHits(index: ToolIndex): Promise<number> {
  const requests = noToolRequests();
  let hit = 0;
  for (const request of requests) if ((await index.search(request)).hits.length > 0) hit++;
  return (100 * hit) / requests.length;
}
