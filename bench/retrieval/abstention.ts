import { readFileSync } from "node:fs";
import type { ToolIndex } from "../../src/retrieval/tool-index.ts";

/** Requests that no tool serves, in English and Chinese: those that abstention was learnt from, or those kept back. */
export function noToolRequests(which: "learnt" | "kept back"): string[] {
  const file = which === "learnt" ? "no-tool-requests.txt" : "no-tool-kept-back.txt";
  return readFileSync(new URL(file, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** The share of requests that get a hit although no tool serves them, in per cent. */
export async function falseHits(index: ToolIndex, which: "learnt" | "kept back"): Promise<number> {
  const requests = noToolRequests(which);
  let hit = 0;
  for (const request of requests) if ((await index.search(request)).hits.length > 0) hit++;
  return (100 * hit) / requests.length;
}
