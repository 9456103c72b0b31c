import { z } from "@hono/zod-openapi";
import type { NewDatabase } from "../../../../contract/data/database.ts";
import { VERDICTS } from "../../../../contract/verdict.ts";
import type { Runtime } from "../../../../runtime.ts";
import { type Api, answers, inPath, jsonBody, route } from "../../api.ts";
import { requireRole } from "../../caller.ts";

const name = inPath("name");

const infoSchema = z.object({
  name: z.string(),
  kind: z.enum(["sqlite", "postgres", "mariadb"]),
  place: z.string().describe("The file or the address, without a password"),
  trusted: z.boolean().describe("Its rows count as the user's own words"),
  readOnly: z.boolean().describe("Whether it is read-only, even if a rule allows changes"),
});

const verdicts = { reading: z.enum(VERDICTS), changing: z.enum(VERDICTS) };

const viewSchema = infoSchema.extend({
  ...verdicts,
  tables: z.array(
    z.object({
      table: z.string(),
      kind: z.enum(["table", "view"]),
      columns: z.array(z.string()),
      keys: z.array(z.string()).optional(),
      ...verdicts,
    }),
  ),
  rules: z
    .array(z.object({ rule: z.string(), verdict: z.enum(VERDICTS) }))
    .describe("The rules that apply to it"),
});

const switches = {
  trusted: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  allowReading: z.boolean().optional().describe("Let it be read without a question"),
};

const password = z
  .string()
  .min(1)
  .max(4_000)
  .describe("Write-only: kept with the secrets, never in the config");

const newSchema = z.strictObject({
  name: z.string().min(1).max(100),
  url: z
    .string()
    .min(1)
    .max(2_000)
    .describe(
      "sqlite:FILE in the workspace, postgres://user@host:5432/name, or mariadb://user@host:3306/name",
    ),
  password: password.optional(),
  ...switches,
});

const fileSchema = z.object({ file: z.string().describe("The config that was changed") });

/**
 * `/api/databases`: the databases for the sql tools. For admins. Passwords are written and never returned.
 */
export function databaseRoutes(api: Api, { databases }: Pick<Runtime, "databases">): void {
  const middleware = requireRole("admin");
  api.openapi(
    route("get /api/databases", {
      middleware,
      responses: answers(
        z.object({ databases: z.array(infoSchema) }),
        "The databases of the config; this opens none of them",
      ),
    }),
    async (context) => context.json({ databases: [...(await databases.list())] }, 200),
  );
  api.openapi(
    route("post /api/databases", {
      middleware,
      ...jsonBody(newSchema),
      responses: answers(
        fileSchema.extend({ tables: z.int() }),
        "The database answered and is in the config",
      ),
    }),
    async (context) =>
      context.json(
        await databases.add(newDatabase(context.req.valid("json")), { by: context.get("caller").name }),
        200,
      ),
  );
  api.openapi(
    route("post /api/databases/test", {
      middleware,
      description: "Opens a database with these settings. Stores nothing.",
      ...jsonBody(newSchema),
      responses: answers(z.object({ tables: z.int() }), "It answers"),
    }),
    async (context) => context.json(await databases.tryOut(newDatabase(context.req.valid("json"))), 200),
  );
  api.openapi(
    route("get /api/databases/{name}", {
      middleware,
      description: "Opens the database. A problem says why it does not answer.",
      params: name,
      responses: answers(viewSchema, "Its tables, and the rules about each"),
    }),
    async (context) => {
      const { tables, rules, ...info } = await databases.look(context.req.valid("param").name);
      const shown = tables.map(({ columns, keys, ...table }) => ({
        ...table,
        columns: [...columns],
        ...(keys === undefined ? {} : { keys: [...keys] }),
      }));
      return context.json({ ...info, tables: shown, rules: [...rules] }, 200);
    },
  );
  api.openapi(
    route("patch /api/databases/{name}", {
      middleware,
      params: name,
      ...jsonBody(z.strictObject({ ...switches, password: password.optional() })),
      responses: answers(fileSchema, "The database with its new settings, in effect at once"),
    }),
    async (context) => {
      const { password: value, ...change } = context.req.valid("json");
      const wanted = { ...change, ...(value === undefined ? {} : { password: { value } }) };
      const doer = { by: context.get("caller").name };
      return context.json(await databases.change(context.req.valid("param").name, wanted, doer), 200);
    },
  );
  api.openapi(
    route("delete /api/databases/{name}", {
      middleware,
      params: name,
      responses: answers(fileSchema, "The database is out of the config; the database itself stays"),
    }),
    async (context) =>
      context.json(
        await databases.remove(context.req.valid("param").name, { by: context.get("caller").name }),
        200,
      ),
  );
  api.openapi(
    route("post /api/databases/{name}/restore", {
      middleware,
      description: "Takes the removal back, with the password and the rules, as long as the server runs.",
      params: name,
      responses: answers(fileSchema, "The database is in the config again, unchanged"),
    }),
    async (context) =>
      context.json(
        await databases.restore(context.req.valid("param").name, { by: context.get("caller").name }),
        200,
      ),
  );
}

function newDatabase({ password: value, ...rest }: z.output<typeof newSchema>): NewDatabase {
  return { ...rest, ...(value === undefined ? {} : { password: { value } }) };
}
