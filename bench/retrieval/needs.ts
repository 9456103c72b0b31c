import { readFileSync } from "node:fs";
import { searchNeeds } from "../../src/retrieval/search-needs.ts";
import type { ToolIndex } from "../../src/retrieval/tool-index.ts";
import type { Ranker } from "./measure.ts";
import type { RetrievalSet } from "./retrieval-set.ts";

/** The set whose tasks are also written as needs. */
export const SET_WITH_NEEDS = "livemcpbench";

/** Ranks as `search_tools({ needs })` does, for a set of tasks that are also written as needs. */
export function rankByNeeds(index: ToolIndex, set: RetrievalSet): Ranker {
  const written = readNeeds();
  const needs = new Map(set.queries.map(({ id = "", text }) => [text, written.get(shortId(id))]));
  return async (request) => {
    const { hits } = await searchNeeds(needs.get(request) ?? [request], (need, options) =>
      index.search(need, options),
    );
    return hits.map(({ id }) => id);
  };
}

/** By the first eight letters of a task's own id. */
function readNeeds(): Map<string, string[]> {
  const lines = readFileSync(new URL("livemcpbench-needs.txt", import.meta.url), "utf8").split("\n");
  const written = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    written.map((line) => {
      const [id = "", needs = ""] = line.split(" | ");
      return [id, needs.split("; ")];
    }),
  );
}

function shortId(id: string): string {
  return id.replace(/^livemcp-/, "").slice(0, 8);
}
