import { z } from "@hono/zod-openapi";
import { createTwoFilesPatch } from "diff";
import { VERDICTS } from "../../../../contract/verdict.ts";
import type { Runtime } from "../../../../runtime.ts";
import { defined } from "../../../../support/defined.ts";
import { findingSchema } from "../../../../support/finding.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import { type Api, answers, inPath, listAnswers, pageQuery, route, slicedResponse } from "../../api.ts";
import { requireRole } from "../../caller.ts";

/** A model reads about this many characters as one token. */
const CHARACTERS_PER_TOKEN = 4;

const serverSchema = z.object({
  name: z.string(),
  type: z.enum(["stdio", "http"]),
  where: z.string().describe("The address, or the program with its arguments"),
  contained: z.boolean().describe("Whether it runs in the sandbox"),
  state: z.enum(["stopped", "starting", "running", "failing", "off"]),
  seen: z.boolean(),
  changed: z.boolean().describe("Its tools cannot be used until a person has reviewed them"),
  software: z.string(),
  tools: z.int(),
  held: z.int().describe("Tools that the scan withholds"),
  leftOut: z
    .array(z.object({ name: z.string(), what: z.enum(["entry", "fields"]), why: z.string() }))
    .describe("Tools, or fields of them, that the server sent malformed"),
  tokens: z.int().describe("The size of its definitions in a model's context"),
  exposure: z.enum(["auto", "full", "search"]),
  failures: z.int().describe("Starts that failed in a row"),
  protocol: z.string().optional(),
  startMs: z.number().optional(),
  problem: z.string().optional(),
  added: z
    .int()
    .describe("Tools added since a person accepted the server; they wait for review, the others work"),
  interfaces: z
    .int()
    .describe("Interfaces that have changed since; they are not shown until a person agrees"),
  dropped: z.array(z.string()).describe("Variables of its config that a contained server does not get"),
  denied: z
    .array(
      z.object({
        kind: z.enum(["host", "file", "program", "variable"]),
        what: z.string(),
        grant: z.string().optional().describe("What `dejima mcp grant NAME` takes to give exactly this"),
      }),
    )
    .optional()
    .describe("What a contained server tried to access and was denied"),
});

const reviewSchema = z.object({
  name: z.string(),
  changes: z.array(
    z.object({ tool: z.string(), kind: z.enum(["added", "removed", "changed"]), diff: z.string() }),
  ),
  held: z.array(
    z.object({
      tool: z.string(),
      findings: z.array(findingSchema),
    }),
  ),
  instructions: z.string().optional().describe("The diff of the server's instructions to models"),
});

type Source = Runtime["mcp"];

/** `/api/mcp`: the servers of the config, their state, and what changed since a person approved them. */
export function mcpServerRoutes(api: Api, runtime: Runtime): void {
  const name = inPath("name");
  api.openapi(
    route("get /api/mcp", {
      middleware: requireRole("viewer"),
      query: pageQuery,
      responses: listAnswers(serverSchema, "The MCP servers; this starts none of them"),
    }),
    async (context) => {
      const page = context.req.valid("query");
      const reports = await runtime.mcp.reports();
      const used = await Promise.all(reports.map((held) => shownServer(held, runtime)));
      const off = await Promise.all(
        (await runtime.serverConfig.off()).map((held) => shownDisabled(held, runtime)),
      );
      const servers = [...used, ...off].sort((a, b) => (a.name < b.name ? -1 : 1));
      return slicedResponse(context, servers, page, (server) => server.name);
    },
  );
  api.openapi(
    route("get /api/mcp/{name}", {
      middleware: requireRole("viewer"),
      params: name,
      responses: answers(
        serverSchema.extend({
          list: z.array(
            z.object({
              name: z.string(),
              tool: z.string(),
              description: z.string(),
              verdict: z.enum(VERDICTS).describe("How a call would be judged: allowed, asked about or off"),
            }),
          ),
        }),
        "One server with the tools that can be used",
      ),
    }),
    async (context) => {
      const source = runtime.mcp;
      const server = await report(source, context.req.valid("param").name, runtime);
      const tools = [...(await source.toolsOf(server.name))].map(async ([registered, definition]) => ({
        name: registered,
        tool: definition.name,
        description: definition.description ?? "",
        verdict: (await runtime.explain(registered, undefined)).verdict,
      }));
      const list = await Promise.all(tools);
      return context.json({ ...server, list }, 200);
    },
  );
  api.openapi(
    route("post /api/mcp/{name}/start", {
      middleware: requireRole("admin"),
      params: name,
      responses: answers(serverSchema, "The server after its description was fetched again"),
    }),
    async (context) => {
      const source = runtime.mcp;
      const { name: server } = context.req.valid("param");
      await report(source, server, runtime);
      const problem = (await source.discover([server])).get(server);
      if (problem !== undefined) throw problem;
      return context.json(await report(source, server, runtime), 200);
    },
  );
  api.openapi(
    route("get /api/mcp/{name}/stderr", {
      middleware: requireRole("admin"),
      params: name,
      responses: answers(
        z.object({ text: z.string() }),
        "The recent stderr of its program, since this server started it",
      ),
    }),
    async (context) => {
      const text = await runtime.mcp.stderr(context.req.valid("param").name);
      return context.json({ text: visibleText(await runtime.redact(text)) }, 200);
    },
  );
  api.openapi(
    route("get /api/mcp/{name}/review", {
      middleware: requireRole("viewer"),
      params: name,
      responses: answers(reviewSchema, "What waits for a person: changed definitions and suspicious texts"),
    }),
    async (context) =>
      context.json(shownReview(await runtime.mcp.review(context.req.valid("param").name)), 200),
  );
  api.openapi(
    route("post /api/mcp/{name}/accept", {
      middleware: requireRole("admin"),
      params: name,
      responses: answers(serverSchema, "The server with its accepted definitions"),
    }),
    async (context) => {
      const source = runtime.mcp;
      const { name: server } = context.req.valid("param");
      await report(source, server, runtime);
      await source.accept(server, { by: context.get("caller").name });
      return context.json(await report(source, server, runtime), 200);
    },
  );
}

async function report(source: Source, name: string, runtime: Runtime) {
  // Throws for an unknown server and lists the known ones.
  await source.review(name);
  const found = (await source.reports()).find((server) => server.name === name);
  return shownServer(found as NonNullable<typeof found>, runtime); // thrown above if it is missing
}

async function shownServer(held: Awaited<ReturnType<Source["reports"]>>[number], runtime: Runtime) {
  const { place, characters, startedMs, denied, ...rest } = held;
  // A command line or an address may contain a key.
  const where = place.type === "http" ? place.url : [place.command, ...place.args].join(" ");
  return {
    ...rest,
    leftOut: [...rest.leftOut],
    dropped: [...rest.dropped],
    ...(denied === undefined ? {} : { denied: [...denied] }),
    type: place.type,
    where: await runtime.redact(where),
    contained: place.type === "stdio" && !place.trusted,
    tokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
    ...defined({ startMs: startedMs }),
  };
}

/** A server that is turned off: only the config knows it. */
async function shownDisabled(
  { name, place }: { readonly name: string; readonly place: string },
  runtime: Runtime,
) {
  const type = /^https?:/.test(place) ? ("http" as const) : ("stdio" as const);
  const nothing = {
    tools: 0,
    held: 0,
    tokens: 0,
    failures: 0,
    added: 0,
    interfaces: 0,
    leftOut: [],
    dropped: [],
  };
  const about = { state: "off", seen: true, changed: false, software: "", exposure: "auto" } as const;
  return {
    name,
    type,
    where: await runtime.redact(place),
    contained: type === "stdio",
    ...about,
    ...nothing,
  };
}

function shownReview({ name, changes, held, instructions }: Awaited<ReturnType<Source["review"]>>) {
  return {
    name,
    changes: changes.map(({ tool, kind, before, after }) => ({
      tool,
      kind,
      diff: diff(tool, written(before), written(after)),
    })),
    held: held.map(({ definition, findings }) => ({
      tool: definition.name,
      findings: findings.map((finding) => ({ ...finding })),
    })),
    ...(instructions === undefined
      ? {}
      : { instructions: diff("instructions", instructions.before, instructions.after) }),
  };
}

function written(definition: object | undefined): string {
  return definition === undefined ? "" : `${JSON.stringify(definition, null, 2)}\n`;
}

function diff(name: string, before: string, after: string): string {
  return createTwoFilesPatch(name, name, before, after, "agreed", "now", { context: 2 });
}
