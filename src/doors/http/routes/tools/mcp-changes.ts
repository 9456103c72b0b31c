import { z } from "@hono/zod-openapi";
import type { Runtime } from "../../../../runtime.ts";
import { type Api, answers, inPath, jsonBody, route } from "../../api.ts";
import { requireRole } from "../../caller.ts";

const name = inPath("name");
const words = z.array(z.string().min(1).max(4_000)).max(200);

/** A server that the form describes. It runs contained: only the command line can trust one. */
const newServerSchema = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z0-9][\w.-]{0,39}$/, "use letters, digits, dots and hyphens, at most 40"),
    command: z.string().min(1).max(1_000).optional(),
    args: words.optional(),
    url: z.url({ protocol: /^https?$/ }).optional(),
    env: z.record(z.string().max(200), z.string().max(10_000)).optional(),
    headers: z.record(z.string().max(200), z.string().max(10_000)).optional(),
    folders: z
      .array(z.union([z.string().min(1), z.strictObject({ path: z.string().min(1), write: z.boolean() })]))
      .max(100)
      .optional()
      .describe("What it sees of the disk; a path is read-only"),
    hosts: words.optional().describe("Hosts that it may reach"),
    cwd: z.string().max(4_000).optional(),
    enabled: z.boolean().optional(),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), {
    error: "needs either a command or a url",
  });

const changedSchema = z.object({
  file: z.string(),
  restart: z.array(z.string()).describe("Settings that changed and take effect only after a restart"),
  problems: z.array(z.string()).describe("What could not be used"),
});

const addedSchema = changedSchema.extend({
  added: z.array(
    z.object({
      name: z.string(),
      tools: z.int(),
      problem: z.string().optional().describe("Why it does not answer; it is in the config all the same"),
    }),
  ),
});

/** Adds, turns on and off, and removes MCP servers. For admins, as on the command line. */
export function mcpChangeRoutes(api: Api, runtime: Runtime): void {
  const { serverConfig } = runtime;
  api.openapi(
    route("post /api/mcp/read", {
      middleware: requireRole("admin"),
      description: "Reads servers from the JSON of another client. Nothing is changed.",
      ...jsonBody(z.strictObject({ text: z.string().min(1).max(200_000) })),
      responses: answers(
        z.object({
          servers: z.array(
            z.object({
              name: z.string(),
              server: z.record(z.string(), z.unknown()),
              left: z.array(z.string()).describe("Settings that have no equivalent here"),
            }),
          ),
        }),
        "The servers that it names",
      ),
    }),
    async (context) => {
      const found = await serverConfig.read(context.req.valid("json").text);
      const servers = found.map(({ left, server, ...rest }) => ({
        ...rest,
        server: { ...server },
        left: [...left],
      }));
      return context.json({ servers }, 200);
    },
  );
  api.openapi(
    route("post /api/mcp", {
      middleware: requireRole("admin"),
      description:
        "Puts servers into the config, starts each once and pins what it says. Packages are fetched and pinned first.",
      ...jsonBody(z.strictObject({ servers: z.array(newServerSchema).min(1).max(50) })),
      responses: answers(addedSchema, "The servers that were added, and which of them do not answer"),
    }),
    async (context) => {
      const { servers } = context.req.valid("json");
      const entries = servers.map(({ name: server, ...settings }) => ({ name: server, server: settings }));
      const { file, report } = await serverConfig.add(entries, { by: context.get("caller").name });
      const started = servers.filter(({ enabled }) => enabled !== false).map((server) => server.name);
      const problems = await runtime.mcp.discover(started);
      const added = servers.map(async ({ name: server }) => {
        const problem = problems.get(server)?.message;
        const tools = started.includes(server) ? (await runtime.mcp.toolsOf(server)).size : 0;
        return {
          name: server,
          tools,
          ...(problem === undefined ? {} : { problem: await runtime.redact(problem) }),
        };
      });
      return context.json({ ...(await shownChange(file, report)), added: await Promise.all(added) }, 200);
    },
  );
  api.openapi(
    route("patch /api/mcp/{name}", {
      middleware: requireRole("admin"),
      params: name,
      ...jsonBody(z.strictObject({ enabled: z.boolean() })),
      responses: answers(changedSchema, "The server is turned on or off, at once"),
    }),
    async (context) => {
      const { file, report } = await serverConfig.setEnabled(
        context.req.valid("param").name,
        context.req.valid("json").enabled,
        { by: context.get("caller").name },
      );
      return context.json(await shownChange(file, report), 200);
    },
  );
  api.openapi(
    route("delete /api/mcp/{name}", {
      middleware: requireRole("admin"),
      params: name,
      responses: answers(
        changedSchema,
        "The server is removed from the config, with everything accepted for it",
      ),
    }),
    async (context) => {
      const { file, report } = await serverConfig.remove(context.req.valid("param").name, {
        by: context.get("caller").name,
      });
      return context.json(await shownChange(file, report), 200);
    },
  );

  async function shownChange(file: string, { restart, problems }: Report) {
    const shown = await Promise.all(problems.map((problem) => runtime.redact(problem)));
    return { file, restart: [...restart], problems: shown };
  }
}

type Report = Awaited<ReturnType<Runtime["serverConfig"]["remove"]>>["report"];
