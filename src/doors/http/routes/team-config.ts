import { z } from "@hono/zod-openapi";
import { TEAM_DOCUMENTS, type TeamVersion } from "../../../contract/user/team.ts";
import type { Runtime } from "../../../runtime.ts";
import {
  type Api,
  answers,
  inPath,
  listAnswers,
  listResponse,
  numberCursor,
  pageQuery,
  route,
} from "../api.ts";
import { requireRole } from "../caller.ts";

const versionSchema = z
  .object({
    number: z.int(),
    at: z.number(),
    by: z.string(),
    change: z.string().describe("What was changed, in words"),
    sha256: z.string(),
  })
  .openapi("TeamVersion");

const wholeSchema = versionSchema.extend({
  text: z.string().describe("The config as YAML, other documents as JSON"),
});

const comparedSchema = wholeSchema.extend({
  changed: z.string().describe("A patch from the version before"),
  restoring: z.string().describe("A patch from the latest version: what a return to this one would change"),
});

const of = { of: z.enum(TEAM_DOCUMENTS).default("config") };

/**
 * `/api/config/team`: the config that all machines of a team share, its versions, and the return to one of
 * them. Changes come from the pages of rules and servers, or from the command line: a whole config over HTTP
 * could trust programs that only a person at the machine may trust.
 */
export function teamConfigRoutes(api: Api, { teamConfig }: Runtime): void {
  api.openapi(
    route("get /api/config/team", {
      middleware: requireRole("admin"),
      responses: answers(
        z.object({
          current: wholeSchema.nullable(),
          documents: z.array(z.enum(TEAM_DOCUMENTS)).describe("What the team shares; empty without a team"),
        }),
        "The config of the team; `null` if it has none",
      ),
    }),
    async (context) => {
      const documents = [...(await teamConfig.documents())];
      const found = documents.length === 0 ? undefined : await teamConfig.current();
      return context.json({ current: found === undefined ? null : shown(found), documents }, 200);
    },
  );
  api.openapi(
    route("get /api/config/team/versions", {
      middleware: requireRole("admin"),
      query: pageQuery.extend(of),
      responses: listAnswers(versionSchema, "Who changed what the team shares, what and when, newest first"),
    }),
    async (context) => {
      const { limit, cursor, of: document } = context.req.valid("query");
      const before = cursor === undefined ? undefined : numberCursor(cursor);
      const found = await teamConfig.history({ limit, before, of: document });
      const versions = found.map(({ name: _config, ...version }) => version);
      return listResponse(context, versions, { limit, cursorOf: ({ number }) => String(number) });
    },
  );
  const params = inPath("version", z.string().regex(/^[1-9]\d{0,8}$/, "must be the number of a version"));
  api.openapi(
    route("get /api/config/team/versions/{version}", {
      middleware: requireRole("admin"),
      params,
      query: z.object(of),
      responses: answers(comparedSchema, "One version of what the team shares, and what it changed"),
    }),
    async (context) => {
      const number = Number(context.req.valid("param").version);
      const document = context.req.valid("query").of;
      const [found, differences] = await Promise.all([
        teamConfig.version(number, document),
        teamConfig.differences(number, document),
      ]);
      return context.json({ ...shown(found), ...differences }, 200);
    },
  );
  api.openapi(
    route("post /api/config/team/versions/{version}/restore", {
      middleware: requireRole("admin"),
      description:
        "Adds a version with the content of this one. It takes effect at every machine at once. A version that lets programs run uncontained that may not do so now is refused.",
      params,
      query: z.object(of),
      responses: answers(versionSchema, "The version that was added"),
    }),
    async (context) => {
      const number = Number(context.req.valid("param").version);
      const how = { by: context.get("caller").name, of: context.req.valid("query").of, atMachine: false };
      const { text: _text, ...added } = shown((await teamConfig.rollBack(number, how)).version);
      return context.json(added, 200);
    },
  );
}

function shown({ number, at, by, change, sha256, text }: TeamVersion): z.infer<typeof wholeSchema> {
  return { number, at, by, change, sha256, text };
}
