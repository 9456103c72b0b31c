import { z } from "@hono/zod-openapi";
import { type Caller, includesRole } from "../../../../access/tokens.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { ROLES } from "../../../../contract/flow.ts";
import { outcomeSchema, statusOfCall, withWhole } from "../../../../contract/outcome.ts";
import { CATEGORIES, type ToolSummary, toolSummarySchema } from "../../../../contract/tool.ts";
import { VERDICTS } from "../../../../contract/verdict.ts";
import type { Runtime } from "../../../../runtime.ts";
import {
  type Api,
  answers,
  inPath,
  jsonBody,
  listAnswers,
  pageOf,
  rawResponse,
  route,
  slicedResponse,
} from "../../api.ts";
import { requireRole } from "../../caller.ts";
import { searchAnswers, searchQuery, shownHits } from "./search-answers.ts";

const name = inPath("name");
const JSON_TYPE = { "content-type": "application/json" };
const nameOf = (tool: { readonly name: string }) => tool.name;

const jsonSchema = z.record(z.string(), z.unknown());
const toolInfoSchema = toolSummarySchema.extend({
  description: z.string(),
  aliases: z.array(z.string()),
  inputSchema: jsonSchema,
  outputSchema: jsonSchema.optional(),
  dependsOn: z.array(z.string()),
  roles: z.array(
    z.object({
      argument: z.string(),
      role: z.enum(ROLES),
      by: z
        .enum(["config", "tool", "name"])
        .describe("What decides it: the config, the tool's author, or its name"),
    }),
  ),
});

/** `/api/tools`: list, search, info, roles of arguments, statistics, call. */
export function toolRoutes(api: Api, runtime: Runtime): void {
  // Rebuilt when the registry changes. Every page that lists tools requests it.
  let cached:
    | { readonly revision: number; readonly tools: readonly ToolSummary[]; whole?: Uint8Array<ArrayBuffer> }
    | undefined;
  const known = () => {
    const { revision } = runtime.registry;
    if (cached?.revision !== revision) cached = { revision, tools: runtime.tools() };
    return cached;
  };
  api.openapi(
    route("get /api/tools", {
      middleware: requireRole("viewer"),
      query: pageOf({ defaults: 500, most: 1000 }).extend({
        category: z.enum(CATEGORIES).optional(),
        source: z.string().max(200).optional(),
      }),
      responses: listAnswers(toolSummarySchema, "The tools, by name"),
    }),
    async (context) => {
      await runtime.ready();
      const { category, source, ...page } = context.req.valid("query");
      const catalogue = known();
      const { tools: all } = catalogue;
      if (
        [category, source, page.cursor].every((filter) => filter === undefined) &&
        page.limit > all.length
      ) {
        // The whole list is requested most, so it is serialized once.
        catalogue.whole ??= new TextEncoder().encode(JSON.stringify(all));
        return rawResponse(context.body(catalogue.whole, 200, JSON_TYPE));
      }
      const tools = all
        .filter((tool) => category === undefined || tool.category === category)
        .filter((tool) => source === undefined || tool.source === source);
      return slicedResponse(context, tools, page, nameOf);
    },
  );
  api.openapi(
    route("get /api/tools/search", {
      middleware: requireRole("viewer"),
      query: searchQuery,
      responses: searchAnswers(
        { source: z.string(), summary: z.string() },
        "The best matching tools; empty if nothing fits",
      ),
    }),
    async (context) => {
      const { query, limit } = context.req.valid("query");
      const found = await runtime.search.tools(query, { limit });
      const byName = new Map(known().tools.map((tool) => [tool.name, tool]));
      const describe = (tool: string) => {
        const { source = "", summary = "" } = byName.get(tool) ?? {};
        return { source, summary };
      };
      return context.json(shownHits(found, describe), 200);
    },
  );
  api.openapi(
    route("get /api/tools/statistics", {
      middleware: requireRole("viewer"),
      query: pageOf({ defaults: 500, most: 1000 }),
      responses: listAnswers(
        z.object({
          tool: z.string(),
          count: z.int(),
          failures: z.int(),
          averageMs: z.number(),
          p95Ms: z.number(),
        }),
        "The statistics of each tool",
      ),
    }),
    async (context) => {
      const page = context.req.valid("query");
      const toolOf = (row: { readonly tool: string }) => row.tool;
      const rows = await runtime.statistics();
      return slicedResponse(context, rows, page, toolOf);
    },
  );
  api.openapi(
    route("get /api/tools/standings", {
      middleware: requireRole("viewer"),
      responses: answers(
        z.record(z.string(), z.enum(VERDICTS)),
        "How a call of each tool would be judged, by its name: allowed, asked about or off",
      ),
    }),
    async (context) => {
      await runtime.ready();
      const standings = known().tools.map(
        async ({ name: tool }) => [tool, (await runtime.explain(tool, undefined)).verdict] as const,
      );
      return context.json(Object.fromEntries(await Promise.all(standings)), 200);
    },
  );
  api.openapi(
    route("get /api/tools/{name}", {
      middleware: requireRole("viewer"),
      params: name,
      responses: answers(toolInfoSchema, "A tool in full"),
    }),
    async (context) => {
      await runtime.ready();
      const { aliases, dependsOn, roles, ...info } = runtime.toolInfo(context.req.valid("param").name);
      const lists = { aliases: [...aliases], dependsOn: [...dependsOn], roles: [...roles] };
      return context.json({ ...info, ...lists }, 200);
    },
  );
  api.openapi(
    route("put /api/tools/{name}/roles", {
      middleware: requireRole("admin"),
      description: "Sets the role of a tool's argument in the config, and applies it at once.",
      params: name,
      ...jsonBody(
        z.strictObject({
          argument: z.string().min(1).max(200),
          role: z.enum(ROLES).nullable().describe("null removes the setting"),
        }),
      ),
      responses: answers(
        z.object({ before: z.enum(ROLES).optional(), file: z.string() }),
        "The previous setting, and the changed file",
      ),
    }),
    async (context) => {
      await runtime.ready();
      const { argument, role } = context.req.valid("json");
      const { name: tool } = context.req.valid("param");
      const changed = await runtime.rules.setRole(
        { tool, argument, role: role ?? undefined },
        { by: context.get("caller").name },
      );
      return context.json({ ...changed }, 200);
    },
  );
  api.openapi(
    route("post /api/tools/{name}/call", {
      middleware: requireRole("user"),
      params: name,
      ...jsonBody(
        z.object({
          input: z.unknown().optional(),
          approve: z.string().length(64).optional().describe("The hash of the call that a person agreed to"),
          park: z.boolean().default(false).describe("Wait for an approval instead of refusing"),
        }),
      ),
      responses: answers(outcomeSchema, "How the call ended; a failure is an outcome, too"),
    }),
    async (context) => {
      const { name: tool } = context.req.valid("param");
      const { input, approve, park } = context.req.valid("json");
      const caller = context.get("caller");
      if (approve !== undefined) mayAgree(caller, tool);
      const mayChangeBudgets = includesRole(caller.role, "admin");
      const run = await runtime.openRun({
        title: `tool call ${tool}`,
        user: caller.name,
        place: "rest",
        park: park ? "wait" : "refuse",
      });
      const outcome = await run.execute({
        tool,
        input,
        signal: context.req.raw.signal,
        ...(approve === undefined
          ? {}
          : { approve: { hash: approve, by: caller.name, door: "http", mayChangeBudgets } }),
      });
      await run.end(statusOfCall(outcome));
      const { observation } = outcome.type === "success" ? outcome : {};
      if (outcome.type !== "success" || observation === undefined) return context.json(outcome, 200);
      // The run has ended: no tool can read the rest of the result.
      const where = `GET /api/runs/${outcome.runId}/${observation.ref} has the whole`;
      return context.json({ ...outcome, output: withWhole(outcome.output, where) }, 200);
    },
  );

  /** Throws unless the caller may approve: a hash is an approval like any other. */
  function mayAgree({ name: caller, role }: Caller, tool: string): void {
    const { quorum, byOthers } = runtime.settings.config.approvals;
    const { risk } = runtime.registry.require(tool);
    const needed = quorum[risk];
    const isForOthers = byOthers.includes(risk);
    if (includesRole(role, "approver") && needed === 1 && !isForOthers) return;
    const others = isForOthers ? "somebody else has to agree" : "it needs the role approver";
    const why = needed > 1 ? `${needed} people have to agree` : others;
    throw new DejimaError(
      "tool_not_allowed",
      `Cannot approve a call of "${tool}" by its hash as ${caller}: ${why}. With "park": true it waits for the answer`,
    );
  }
}
