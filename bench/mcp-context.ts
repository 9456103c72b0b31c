// The tokens that a model reads for N tools behind the MCP door, if it sees all of them and if it sees a search; Dejima's own
// tools, meta-tools and instructions count. `alone` is the plain list of the N tools, as their own servers would show it: the
// measure for whether a gateway pays. Then whole tasks with a model that follows a script: it picks the right tool when it
// sees it, and gives up after a few searches. Every turn reads everything before it; figures are those of completed tasks.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClientRuns } from "../src/doors/mcp/calls/client-runs.ts";
import { clientOf } from "../src/doors/mcp/client.ts";
import { INSTRUCTIONS } from "../src/doors/mcp/gateway-server.ts";
import { type ListMode, listTools } from "../src/doors/mcp/offers/tools.ts";
import { createRuntime, defineTool, type Runtime } from "../src/index.ts";
import type { IndexEntry } from "../src/retrieval/index-entry.ts";
import { type Benchmark, report } from "./benchmark.ts";
import { peer } from "./peers.ts";
import { type RetrievalSet, readSets, SETS_FOLDER } from "./retrieval/retrieval-set.ts";

const SIZES = [10, 100, 1_000, 3_000];
const TASKS = 40;
const MOST_SEARCHES = 3;
/** What the model may be shown before its first search, whatever the number of tools. */
const AIM = 1_500;

type Count = (text: string) => number;

const run: Benchmark = async ({ json }) => {
  const sets = readSets(SETS_FOLDER);
  if (sets.length === 0) {
    console.error(`No sets in ${SETS_FOLDER}: nothing to list`);
    return;
  }
  const { countTokens } = (await peer("gpt-tokenizer/encoding/o200k_base")) as { countTokens: Count };
  const folder = mkdtempSync(join(tmpdir(), "dejima-bench-"));
  for (const size of SIZES) {
    const { entries, queries } = chosen(sets, size);
    const runtime = createRuntime({
      workspace: folder,
      home: join(folder, String(size)),
      tools: entries.map(asTool),
    });
    const full = await weight(runtime, "full", countTokens);
    const search = await weight(runtime, "search", countTokens);
    const tasks = queries.filter(
      (_query, index) => index % Math.max(1, Math.floor(queries.length / TASKS)) === 0,
    );
    const done = [inFull(full), await inSearch(tasks.slice(0, TASKS), runtime, search, countTokens)] as const;
    const alone = countTokens(JSON.stringify(entries.map(asTool).map(wireOf)));
    const costs = { alone: inFull(alone), full: done[0], search: done[1] };
    if (!json)
      for (const [mode, { tokens, turns, success }] of Object.entries(costs))
        console.log(
          `  ${size} tools, ${mode.padEnd(6)} tasks: ${tokens.toFixed(0)} tokens, ${turns.toFixed(1)} turns, ${(success * 100).toFixed(0)} % done`,
        );
    if (!json) console.log(`  ${size} tools: auto shows ${(await shownIn(runtime, "auto")).length} tools`);
    const label = `mcp-context ${size} tools`;
    report(
      {
        name: `${label}: shown first, search vs full`,
        ours: search,
        peer: full,
        unit: "tokens",
        aim: AIM / full,
      },
      json,
    );
    report(
      {
        name: `${label}: per task, search vs full`,
        ours: done[1].tokens,
        peer: done[0].tokens,
        unit: "tokens",
        aim: 1,
      },
      json,
    );
    report(
      {
        name: `${label}: per task, search vs the tools alone`,
        ours: done[1].tokens,
        peer: costs.alone.tokens,
        unit: "tokens",
        aim: 1,
      },
      json,
    );
    await runtime.close();
  }
  rmSync(folder, { recursive: true, force: true });
};

export default run;

interface Tasks {
  readonly tokens: number;
  readonly turns: number;
  readonly success: number;
}

async function shownIn(runtime: Runtime, mode: ListMode) {
  const capabilities = { elicitation: { form: {} } };
  const client = clientOf({ name: "bench", version: "1" }, capabilities, "bench");
  const runs = createClientRuns(runtime, { hasParked: () => false });
  const tools = await listTools({ runtime, runs, client, mode, builtins: "all" });
  await runs.close();
  return tools;
}

async function weight(runtime: Runtime, mode: ListMode, count: Count): Promise<number> {
  const tools = await shownIn(runtime, mode);
  const listed = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return count(JSON.stringify(listed)) + count(INSTRUCTIONS);
}

/** A tool as its own server would list it. */
function wireOf({ name, description, input }: ReturnType<typeof asTool>) {
  return { name, description, inputSchema: input.toJsonSchema() };
}

const CALL = 40; // a call and its short answer
/** Shown everything, it calls at once: one turn to call, one to answer, both with the whole list before them. */
function inFull(list: number): Tasks {
  return { tokens: list + (list + CALL), turns: 2, success: 1 };
}

/** Shown a search, it searches, reads what it found, and calls; it gives up after a few searches. */
async function inSearch(
  tasks: RetrievalSet["queries"],
  runtime: Runtime,
  list: number,
  count: Count,
): Promise<Tasks> {
  let tokens = 0;
  let turns = 0;
  let success = 0;
  for (const { text, relevant } of tasks) {
    const before = { tokens, turns };
    let completed = false;
    let context = list + count(text);
    for (let attempt = 1; attempt <= MOST_SEARCHES; attempt++) {
      const found = await runtime.execute("search_tools", { query: text, limit: 5 * attempt });
      const output = found.type === "success" ? found.output : found.error;
      tokens += context;
      turns++;
      context += count(JSON.stringify(output)) + CALL;
      const hit = relevant.find((name) => JSON.stringify(output).includes(`"${toolName(name)}"`));
      if (hit === undefined) continue;
      const described = count(JSON.stringify(runtime.toolInfo(toolName(hit)).inputSchema));
      tokens += context + (context + described + CALL) + (context + described + 2 * CALL);
      turns += 3;
      completed = true;
      break;
    }
    if (completed) success++;
    else ({ tokens, turns } = before); // the tokens of an abandoned task are not counted
  }
  const of = Math.max(1, success);
  return { tokens: tokens / of, turns: turns / of, success: success / tasks.length };
}

function chosen(sets: readonly RetrievalSet[], size: number): RetrievalSet {
  const byName = new Map<string, IndexEntry>();
  const longest = Math.max(...sets.map(({ entries }) => entries.length));
  for (let turn = 0; turn < longest; turn++)
    for (const { entries } of sets) {
      const entry = entries[turn];
      if (entry !== undefined && byName.size < size && !byName.has(toolName(entry.name)))
        byName.set(toolName(entry.name), entry);
    }
  const queries = sets.flatMap((set) => {
    const names = new Map(set.entries.map(({ id, name }) => [id, name]));
    return set.queries.map(({ text, relevant }) => ({
      text,
      relevant: relevant.map((id) => names.get(id) ?? "").filter((name) => byName.has(toolName(name))),
    }));
  });
  return {
    name: String(size),
    entries: [...byName.values()],
    queries: queries.filter(({ relevant }) => relevant.length > 0),
  };
}

function toolName(name: string): string {
  return `x_${name.toLowerCase().replace(/[^a-z0-9]+/g, "_")}`.slice(0, 64);
}

function asTool({ name, description, parameters = [] }: IndexEntry) {
  const properties = Object.fromEntries(
    parameters.map((line) => [line.split(":")[0], { type: "string", description: line }]),
  );
  return defineTool({
    name: toolName(name),
    summary: `${description.replace(/\s+/g, " ")} ${name}          `.slice(0, 80),
    description,
    category: "custom",
    risk: "low",
    input: { type: "object", properties },
    run: () => "done",
  });
}
