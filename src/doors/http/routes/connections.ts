import { z } from "@hono/zod-openapi";
import type { OAuth } from "../../../access/oauth/open-oauth.ts";
import { roleOf, SCOPES } from "../../../access/oauth/scopes.ts";
import { isLoopback } from "../../../access/site.ts";
import { includesRole } from "../../../access/tokens.ts";
import { DejimaError } from "../../../contract/error.ts";
import {
  type Api,
  answers,
  inPath,
  jsonBody,
  listAnswers,
  listResponse,
  pageQuery,
  route,
  slicePage,
} from "../api.ts";
import { requireRole } from "../caller.ts";
import { findRequest } from "../oauth/consent-page.ts";

const scopes = z.array(z.enum(SCOPES));

const requestSchema = z.object({
  id: z.string(),
  client: z.string().describe("The name that the app gives itself"),
  goesTo: z.string().describe("The host or scheme that the person is sent back to"),
  local: z.boolean().describe("Whether that is a program on this computer"),
  scopes,
  user: z.string().describe("For whom the app would act"),
  expiresAt: z.int(),
});

const connectionSchema = z.object({
  id: z.string(),
  client: z.string(),
  name: z.string().describe("The name that the app gives itself"),
  user: z.string(),
  scopes,
  createdAt: z.int(),
  expiresAt: z.int(),
});

/** `/api/connections`: connected MCP clients, and the question whether one may connect. */
export function connectionRoutes(api: Api, { request, answer, clients, connections }: OAuth): void {
  api.openapi(
    route("get /api/connections/requests/{id}", {
      middleware: requireRole("user"),
      params: inPath("id"),
      responses: answers(requestSchema, "What an app asks for"),
    }),
    async (context) => {
      const { id } = context.req.valid("param");
      const { asked, client, goesTo } = await findRequest({ request, clients }, id);
      const { name: user, role } = context.get("caller");
      const mayApprove = roleOf(asked.scopes, role) === "approver";
      const shown = {
        id,
        client: client.name,
        goesTo: goesTo.host || goesTo.protocol,
        local: isLoopback(goesTo.hostname),
        scopes: asked.scopes.filter((scope) => scope !== "approvals" || mayApprove),
        user,
        expiresAt: asked.expiresAt,
      };
      return context.json(shown, 200);
    },
  );
  api.openapi(
    route("post /api/connections/requests/{id}/answer", {
      middleware: requireRole("user"),
      params: inPath("id"),
      ...jsonBody(z.strictObject({ allow: z.boolean(), scopes: scopes.default(["tools"]) })),
      responses: answers(z.object({ goTo: z.string() }), "Where the person is sent now"),
    }),
    async (context) => {
      const { id } = context.req.valid("param");
      const { allow, scopes } = context.req.valid("json");
      const { name: user } = context.get("caller");
      return context.json({ goTo: await answer(id, allow ? { allow, user, scopes } : { allow }) }, 200);
    },
  );
  api.openapi(
    route("get /api/connections", {
      middleware: requireRole("user"),
      query: pageQuery,
      responses: listAnswers(connectionSchema, "The connected apps: your own, or all for an admin"),
    }),
    async (context) => {
      const page = context.req.valid("query");
      const { name, role } = context.get("caller");
      const all = (await connections.list()).filter(
        ({ user }) => user === name || includesRole(role, "admin"),
      );
      const shown = slicePage(all, page, ({ id }) => id).map(
        async ({ id, client, user, scopes, createdAt, expiresAt }) => ({
          id,
          client,
          user,
          scopes,
          createdAt,
          expiresAt,
          name: (await clients.find(client))?.name ?? client,
        }),
      );
      return listResponse(context, await Promise.all(shown), { ...page, cursorOf: ({ id }) => id });
    },
  );
  api.openapi(
    route("delete /api/connections/{id}", {
      middleware: requireRole("user"),
      params: inPath("id"),
      responses: answers(z.object({ removed: z.string() }), "The app is disconnected"),
    }),
    async (context) => {
      const { id } = context.req.valid("param");
      const { name, role } = context.get("caller");
      const connected = (await connections.list()).find((connection) => connection.id === id);
      const isOwn = connected !== undefined && (connected.user === name || includesRole(role, "admin"));
      if (!isOwn || !(await connections.remove(id)))
        throw new DejimaError("not_found", `Not found: ${id}. GET /api/connections lists the apps`);
      return context.json({ removed: id }, 200);
    },
  );
}
