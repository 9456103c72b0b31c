import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import type { Tool } from "../../contract/tool.ts";
import type { SearchOptions, SearchResult } from "../../retrieval/search.ts";
import { MAX_NEEDS } from "../../retrieval/search-needs.ts";
import { defined } from "../../support/defined.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import { findLiteral, pageOf } from "./text-page.ts";
import { TOOL_GUIDES } from "./tool-guides.ts";

/** What `search_tools` works with. */
export interface SearchToolsSources {
  readonly registry: ToolRegistry;
  search(needs: readonly string[], options: SearchOptions & { readonly user: string }): Promise<SearchResult>;
}

/** Finds tools that are not listed, by the meaning of a request. */
export function createSearchTools({ registry, search }: SearchToolsSources): Tool {
  return defineTool({
    name: "search_tools",
    aliases: ["VectorSearch", "vector_search", "tool_search"],
    summary: "Find tools by what they do, in English or Chinese",
    description: `Searches all tools by meaning and by words. Use it when no listed tool fits. Pass \`needs\`: one short line per thing to be done, such as
["read a PDF", "send an email"], never the whole task as one sentence. Returns the best ones with a score from 0 to 1 and why each was
found; an empty list means that no tool fits. Call get_tool_info before the first use of a tool that it finds.`,
    category: "system",
    risk: "low",
    input: () =>
      z.object({
        needs: z
          .array(z.string().min(1).max(500))
          .min(1)
          .max(MAX_NEEDS)
          .optional()
          .describe("What should be done, one short need each"),
        query: z.string().min(1).max(4_000).optional().describe("The same as a single need"),
        limit: z.int().min(1).max(50).default(5).describe("How many to return"),
        category: z.string().max(50).optional().describe("Only tools of this category"),
      }),
    async run({ needs = [], query, limit, category }, { signal, userId: user }) {
      const queries = query === undefined ? needs : [query, ...needs];
      if (queries.length === 0)
        throw new DejimaError(
          "invalid_input",
          'Cannot search for tools: no needs were passed; pass `needs`, such as ["read a PDF"]',
        );
      const { hits, advice, notices } = await search(queries, {
        limit,
        signal,
        user,
        ...(category === undefined ? {} : { categories: [category] }),
      });
      return {
        tools: hits.map(({ name, score, why }) => ({
          name,
          summary: registry.get(name)?.summary ?? "",
          score,
          why,
        })),
        ...defined({ advice }),
        ...(notices.length === 0 ? {} : { notices }),
      };
    },
  });
}

/** Returns the full definition of a tool: the second level of disclosure. */
export function createGetToolInfo(registry: ToolRegistry): Tool {
  return defineTool({
    name: "get_tool_info",
    aliases: ["describe_tool"],
    summary: "Get the full description and input schema of a tool",
    description:
      "Returns everything needed to call a tool whose name is known from the list, with an example. Call it before the first use of a tool.",
    category: "system",
    risk: "low",
    input: () =>
      z.object({ tool_name: z.string().max(200).describe("Name or alias, optionally name@version") }),
    run({ tool_name }) {
      const info = registry.describe(tool_name);
      return { ...info, ...(Object.hasOwn(TOOL_GUIDES, info.name) ? TOOL_GUIDES[info.name] : {}) };
    },
  });
}

/** Reads records of the harbour log of one run, newest last. */
export type ReadRunLog = (
  runId: string,
  options: { limit: number; before?: number },
) => Promise<readonly unknown[]>;

/** The runs of a conversation up to this run, oldest first. Only the run itself if it belongs to none. */
export type FindConversationRuns = (runId: string) => Promise<readonly string[]>;

/** The sources of outside content in a run. */
export type FindRunSources = (runId: string) => Promise<readonly string[]>;

interface RunLogParts {
  readonly read: ReadRunLog;
  readonly runsOf: FindConversationRuns;
  readonly sourcesOf: FindRunSources;
  readonly readApartIn: FindReadApart;
}

/** The sources of content that calls of an open run have read without showing it to the run. */
export type FindReadApart = (runId: string) => readonly string[];

/** Returns the latest records of the current run and of the runs before it in the same conversation. */
export function createGetRunLog({ read, runsOf, sourcesOf, readApartIn }: RunLogParts): Tool {
  return defineTool({
    name: "get_run_log",
    aliases: ["get_session_logs"],
    summary: "Look back at the recorded calls of this run and conversation",
    description:
      "Returns the latest records of the harbour log, oldest first: those of this run, and where there is room those of the messages before it in the conversation. `runs` lists the conversation's runs. Pass `run` for another one of them, and `before` (a record's seq) to page back in it.",
    category: "system",
    risk: "low",
    input: () =>
      z.object({
        limit: z.int().min(1).max(200).default(20).describe("How many records"),
        before: z.int().min(0).optional().describe("Only records of the run with a smaller seq"),
        run: z.string().max(100).optional().describe("A run of this conversation; this run by default"),
      }),
    async run({ limit, before, run }, { runId, mark }) {
      const runs = await runsOf(runId);
      const from = run ?? runId;
      if (!runs.includes(from)) {
        const what = `Cannot look back at "${from}": it is no run of this conversation; there are ${runs.join(", ")}`;
        throw new DejimaError("not_found", what, { runs });
      }
      // Outside content of another run comes in with its records.
      const readRun = async (id: string) => mark(id === runId ? readApartIn(runId) : await sourcesOf(id));
      await readRun(from);
      let records = await read(from, { limit, ...defined({ before }) });
      for (const earlier of runs.slice(0, runs.indexOf(from)).reverse()) {
        if (records.length >= limit) break;
        await readRun(earlier);
        records = [...(await read(earlier, { limit: limit - records.length })), ...records];
      }
      return { records, runs };
    },
  });
}

const MAX_PAGE = 8_000;

const WINDOW = 200;

/** Reads the whole text of an observation of a run. */
export type ReadObservation = (runId: string, ref: string) => Promise<string>;

/** Pages through or searches a result that was too large to return whole. */
export function createReadObservation(read: ReadObservation, readApartIn: FindReadApart): Tool {
  return defineTool({
    name: "read_observation",
    aliases: ["get_observation"],
    summary: "Page through or search a large result or artifact kept under the run",
    description: `With \`pattern\`, returns the places where that text occurs, each with ${WINDOW} characters around it and its offset.
Without, returns up to ${MAX_PAGE} characters from \`offset\` and the offset of the next page.`,
    category: "system",
    risk: "low",
    input: () =>
      z.object({
        ref: z
          .string()
          .max(200)
          .describe('A ref from a result: "observations/<sha256>" or "artifacts/<name>"'),
        offset: z.int().min(0).default(0).describe("First character to return"),
        limit: z.int().min(1).max(MAX_PAGE).default(MAX_PAGE).describe("How many characters"),
        pattern: z.string().min(1).max(500).optional().describe("Plain text to look for, ignoring case"),
        maxHits: z.int().min(1).max(100).default(20).describe("How many places to return"),
      }),
    async run({ ref, offset, limit, pattern, maxHits }, { runId, mark }) {
      const text = await read(runId, ref);
      mark(readApartIn(runId));
      if (pattern === undefined) return pageOf(text, offset, limit);
      return findLiteral(text, pattern, { from: offset, window: WINDOW, maxHits });
    },
  });
}
