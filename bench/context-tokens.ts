// The tokens that the list of tools takes in a prompt, and how often the right tool is listed or found, with 100, 1,000 and
// 10,000 tools of the development sets; against complete definitions and against a search by words (BM25).
import { parseArgs } from "node:util";
import type { ToolSummary } from "../src/contract/tool.ts";
import { loadEmbeddedEmbedder } from "../src/model/embedded/load-embedded-embedder.ts";
import type { IndexEntry } from "../src/retrieval/index-entry.ts";
import { estimateTokens, toolCatalogue } from "../src/tool/catalogue.ts";
import { type Benchmark, report } from "./benchmark.ts";
import { peer } from "./peers.ts";
import { bm25 } from "./retrieval/baselines.ts";
import type { Ranker } from "./retrieval/measure.ts";
import { ourIndex, ours } from "./retrieval/ours.ts";
import { type RetrievalSet, readSets, SETS_FOLDER } from "./retrieval/retrieval-set.ts";

/** How many tools there are, and the most that the list may cost against handing over all definitions. */
const SIZES = [
  { count: 100, aim: 0.5 },
  { count: 1_000, aim: 0.1 },
  { count: 10_000, aim: 0.01 },
];
const FIRST = 5;

const run: Benchmark = async ({ args, json }) => {
  const { values } = parseArgs({ args: [...args], options: { exact: { type: "boolean" } } });
  const sets = readSets(SETS_FOLDER);
  if (sets.length === 0) {
    console.error(`No sets in ${SETS_FOLDER}: nothing to list`);
    return;
  }
  const count = values.exact ? await exactTokens() : estimateTokens;
  const embedder = await loadEmbeddedEmbedder();
  for (const { count: wanted, aim } of SIZES) {
    const set = pooled(sets, wanted);
    const tools = set.entries.map(summary);
    const { text, listed } = toolCatalogue(tools);
    const whole = set.entries.reduce((sum, entry) => sum + count(definition(entry)), 0);
    const label = wanted.toLocaleString("en");
    report(
      {
        name: `context-tokens level 1 of ${label} tools vs all definitions`,
        ours: count(text),
        peer: whole,
        unit: "tokens",
        aim,
      },
      json,
    );
    const inList = new Set(listed);
    const search = await share(set, inList, ours(await ourIndex(set, embedder), 0));
    const words = await share(set, inList, bm25(set));
    const missed = (found: number) => Math.max(100 - found, 0.01);
    if (!json)
      console.log(
        `  ${label} tools: ${listed.length} listed, ${search.toFixed(1)} % of ${set.queries.length} requests have a right tool listed or among the first ${FIRST} found`,
      );
    report(
      {
        name: `context-tokens requests missed at ${label} vs BM25`,
        ours: missed(search),
        peer: missed(words),
        unit: "%",
        aim: 1,
      },
      json,
    );
  }
};

export default run;

/** The same number of tools of each set, those that requests are about first, with the requests that can be met. */
function pooled(sets: readonly RetrievalSet[], count: number): RetrievalSet {
  const queues = sets.map((set) => {
    const asked = new Set(set.queries.flatMap(({ relevant }) => relevant));
    return set.entries.toSorted((a, b) => Number(asked.has(b.id)) - Number(asked.has(a.id)));
  });
  // Two sets share their tools: a tool goes by its name, and is taken once.
  const byName = new Map<string, IndexEntry>();
  for (let turn = 0; byName.size < count && queues.some((queue) => turn < queue.length); turn++)
    for (const { [turn]: entry } of queues)
      if (entry !== undefined && byName.size < count && !byName.has(entry.name))
        byName.set(entry.name, { ...entry, id: entry.name });
  const queries = sets.flatMap((set) => {
    const names = new Map(set.entries.map(({ id, name }) => [id, name]));
    return set.queries.map(({ text, relevant }) => ({
      text,
      relevant: relevant.map((id) => names.get(id) ?? "").filter((name) => byName.has(name)),
    }));
  });
  return {
    name: String(count),
    entries: [...byName.values()],
    queries: queries.filter(({ relevant }) => relevant.length > 0),
  };
}

/** The percentage of requests for which a right tool is listed or among the first few results. */
async function share(set: RetrievalSet, listed: ReadonlySet<string>, rank: Ranker): Promise<number> {
  let met = 0;
  for (const { text, relevant } of set.queries) {
    const found = (await rank(text)).slice(0, FIRST);
    if (relevant.some((id) => listed.has(id) || found.includes(id))) met++;
  }
  return (100 * met) / set.queries.length;
}

function summary({ name, description, category }: IndexEntry): ToolSummary {
  const shown = description.slice(0, 80) || (category ?? name);
  return { name, summary: shown, category: "mcp", risk: "low", source: "mcp", version: "1.0.0" };
}

/** The definition of a tool as agents send it that send everything. */
function definition({ name, description, parameters = [] }: IndexEntry): string {
  const properties = Object.fromEntries(
    parameters.map((line) => [line.split(":")[0], { type: "string", description: line }]),
  );
  return JSON.stringify({ name, description, input_schema: { type: "object", properties } });
}

/** The vocabulary of OpenAI's present models, from npm. */
async function exactTokens(): Promise<(text: string) => number> {
  const { countTokens } = (await peer("gpt-tokenizer/encoding/o200k_base")) as {
    countTokens: (text: string) => number;
  };
  return countTokens;
}
