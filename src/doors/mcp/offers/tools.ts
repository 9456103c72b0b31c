import type { CallToolResult, Tool as WireTool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { toolHints } from "../../../contract/flow.ts";
import type { Tool } from "../../../contract/tool.ts";
import type { Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { callResult } from "../calls/call-result.ts";
import type { ClientRuns } from "../calls/client-runs.ts";
import { type Client, clientRules, ownerOf } from "../client.ts";

const found = (output: unknown): CallToolResult =>
  callResult({ type: "success", callId: "", runId: "", output }, undefined);

/** What a client sees instead of the whole list: find a tool, read it, call it. */
const META_TOOLS: readonly WireTool[] = [
  {
    name: "search_tools",
    description:
      'Find tools by what they do, in English or Chinese. Most tools are not listed: search before you say that something cannot be done. Pass needs: one short line per thing to be done, such as ["read a PDF", "send an email"], never the whole task as one sentence.',
    inputSchema: {
      type: "object",
      properties: {
        needs: {
          type: "array",
          items: { type: "string" },
          minItems: 1,
          maxItems: 4,
          description: "What should be done, one short need each",
        },
        query: { type: "string", description: "The same as a single need" },
        limit: { type: "integer", minimum: 1, maximum: 50, default: 5 },
      },
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: "describe_tool",
    description: "Show the description and the input schema of a tool that search_tools found.",
    inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    annotations: { readOnlyHint: true },
  },
  {
    name: "call_tool",
    description: "Call a tool that search_tools found. It is judged and recorded as a call of that tool.",
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string" },
        input: { type: "object", description: "As describe_tool shows it" },
      },
      required: ["name"],
    },
  },
];

/**
 * For calls that nobody at the client has answered: returns the result once a person has answered elsewhere.
 */
const RESUME_TOOL: WireTool = {
  name: "resume_call",
  description: "Get the result of a call that waited for a person's approval, by the id that the call gave.",
  inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
};

const OWN_TOOLS = new Set([...META_TOOLS, RESUME_TOOL].map(({ name }) => name));

/** Whether the door itself answers calls of this tool. */
export const isDoorTool = (name: string): boolean => OWN_TOOLS.has(name);

export const searchInput = z
  .object({
    needs: z.array(z.string().min(1).max(500)).min(1).max(4).optional(),
    query: z.string().min(1).max(4_000).optional(),
    limit: z.int().min(1).max(50).default(5),
    category: z.string().max(50).optional(),
  })
  .refine(({ needs, query }) => needs !== undefined || query !== undefined, {
    error: 'no needs were passed; pass needs, such as ["read a PDF"]',
  });

export const describeInput = z.object({ name: z.string() });

const fields = z.record(z.string(), z.unknown()).optional();

/** `arguments` is the protocol's own name for the input. */
export const callInput = z
  .strictObject({ name: z.string(), input: fields, arguments: fields })
  .refine(({ input, arguments: given }) => input === undefined || given === undefined, {
    error: "input and arguments were both passed; pass one of them",
  })
  .transform(({ name, input, arguments: given }) => ({ name, input: input ?? given ?? {} }));

export const resumeInput = z.object({ id: z.string() });

/** How tools are listed: all of them, only a search, or whichever suits their number. */
export type ListMode = "auto" | "full" | "search";

/** Which built-in tools are listed: the few that other agents lack, or all. The rest are found by search. */
export type ListedBuiltins = "few" | "all";

/** Built-in tools that other agents lack: skills, and reading the rest of a result that was cut. */
const LISTED_BUILTINS = new Set([
  "list_skills",
  "search_skills",
  "get_skill_info",
  "get_skill_reference",
  "run_skill_script",
  "read_observation",
]);

const PROGRAM = "run_program";

interface ListParts {
  readonly runtime: Runtime;
  readonly runs: ClientRuns;
  readonly client: Client;
  /** The list mode, unless the config sets another for this client. */
  readonly mode: ListMode;
  readonly builtins: ListedBuiltins;
}

/**
 * With more characters of definitions than this (about four to a token, some eighty tools), searching is
 * better. Below it the whole list fits a context, is read from a prompt cache, and saves two turns and the
 * tasks for which a search does not find the tool.
 */
const BUDGET = 60_000;

/** The tools that a client sees, in a stable order, without those it can never use. */
export async function listTools({ runtime, runs, client, ...defaults }: ListParts): Promise<WireTool[]> {
  const { mcp } = runtime;
  const { reach } = await runs.of(client);
  const rules = clientRules(runtime.settings.config.mcpClients, client);
  const mode = rules.findLast((rule) => rule.mode !== undefined)?.mode ?? defaults.mode;
  const builtins = rules.findLast((rule) => rule.builtins !== undefined)?.builtins ?? defaults.builtins;
  const exposure = new Map((await mcp.reports()).map(({ name, exposure }) => [name, exposure]));
  const exposureOf = (tool: Tool) => (tool.source === "mcp" ? (exposure.get(tool.origin) ?? "auto") : "auto");
  const tools = runtime.registry.list().filter((tool) => reach(tool) !== "denied");
  const definition = await mcp.definitions();
  const offered = tools.filter(
    ({ source, name }) =>
      mode === "full" || builtins === "all" || source !== "builtin" || LISTED_BUILTINS.has(name),
  );
  const wire = new Map(offered.map((tool) => [tool.name, wireTool(tool, definition(tool.name), client)]));
  const searching = mode === "search" || (mode === "auto" && weight(wire.values()) > BUDGET);
  const shown = offered.filter((tool) => {
    const wanted = exposureOf(tool);
    return wanted === "full" || (!searching && !(wanted === "search" && mode === "auto"));
  });
  const hidden = shown.length < tools.length;
  // If each call takes a search first, several calls in one program save the most.
  const program = searching
    ? tools.filter(({ name }) => name === PROGRAM && !shown.some((tool) => tool.name === name))
    : [];
  const listed = [...program, ...shown.filter(({ name }) => !hidden || !isMeta(name))];
  const uses = await usesOf(runtime, listed);
  return [
    ...(hidden ? META_TOOLS : []),
    RESUME_TOOL,
    ...listed.map((tool) => {
      const made = wire.get(tool.name) ?? wireTool(tool, definition(tool.name), client);
      if (tool.composes !== true) return made;
      return {
        ...made,
        description: runtime.registry.descriptionOf(tool, tools, { uses }),
      };
    }),
  ];
}

/** How often each tool was called: a tool that calls others lists the most used ones in its description. */
async function usesOf(runtime: Runtime, tools: readonly Tool[]): Promise<ReadonlyMap<string, number>> {
  if (!tools.some(({ composes }) => composes === true)) return new Map();
  return new Map((await runtime.statistics()).map(({ tool, count }) => [tool, count]));
}

const isMeta = (name: string): boolean => META_TOOLS.some((tool) => tool.name === name);

function weight(tools: Iterable<WireTool>): number {
  let sum = 0;
  for (const { name, description, inputSchema } of tools)
    sum += JSON.stringify([name, description, inputSchema]).length;
  return sum;
}

/** A server's tool keeps its definition except for the name. Ours are described by their own metadata. */
function wireTool(tool: Tool, definition: WireTool | undefined, client: Client): WireTool {
  if (definition !== undefined) return { ...shownTo(client, definition), name: tool.name };
  const { $schema: _dialect, ...schema } = tool.input.toJsonSchema();
  return {
    name: tool.name,
    title: tool.summary,
    description: tool.description,
    inputSchema: { ...schema, type: "object" },
    ...(tool.output === undefined
      ? {}
      : { outputSchema: tool.output as NonNullable<WireTool["outputSchema"]> }), // a JSON Schema of an object
    annotations: toolHints(tool),
  };
}

/** The definition without its interface, unless the client shows interfaces. */
function shownTo({ showsInterfaces }: Client, definition: WireTool): WireTool {
  const { _meta, ...plain } = definition;
  if (_meta === undefined) return definition;
  const { ui, "ui/resourceUri": old, "dejima/interface": _pin, ...rest } = _meta;
  const shown = showsInterfaces ? { ...rest, ...defined({ ui, "ui/resourceUri": old }) } : rest;
  return Object.keys(shown).length === 0 ? plain : { ...plain, _meta: shown };
}

interface CatalogueParts {
  readonly runtime: Runtime;
  readonly runs: ClientRuns;
  readonly client: Client;
}

/** Answers `search_tools`, only with tools that this client may use. */
export async function searchTools(
  { needs = [], query, limit, category }: z.output<typeof searchInput>,
  { runtime, runs, client }: CatalogueParts,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { reach } = await runs.of(client);
  const { registry } = runtime;
  const allowed = ({ id }: { readonly id: string }) => {
    const tool = registry.get(id);
    return tool !== undefined && reach(tool) === "open";
  };
  const categories = category === undefined ? {} : { categories: [category] };
  const { search } = runtime;
  const queries = query === undefined ? needs : [query, ...needs];
  const user = ownerOf(client);
  const options = { limit, allowed, signal, user, ...categories };
  const { hits, advice, notices } = await search.tools(queries, options);
  return found({
    tools: hits.map(({ name, score, why }) => ({
      name,
      summary: registry.get(name)?.summary ?? "",
      score,
      why,
    })),
    ...defined({ advice }),
    ...(notices.length === 0 ? {} : { notices }),
  });
}

/** Answers `describe_tool`. Refuses a tool that this client can never use. */
export async function describeTool(
  name: string,
  { runtime, runs, client }: CatalogueParts,
): Promise<CallToolResult> {
  const { registry } = runtime;
  const tool = registry.require(name);
  const { reach } = await runs.of(client);
  if (reach(tool) === "denied")
    throw new DejimaError(
      "tool_not_allowed",
      `Cannot describe "${name}": the policy denies it to this client`,
    );
  const reachable = registry.list().filter((other) => reach(other) !== "denied");
  return found({ ...runtime.toolInfo(name), description: registry.descriptionOf(tool, reachable) });
}
