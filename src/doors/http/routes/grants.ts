import { z } from "@hono/zod-openapi";
import { openGroups } from "../../../access/groups.ts";
import { GRANT_STATUSES, grantSchema } from "../../../contract/asking/grant.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import {
  type Api,
  answers,
  beforeCursor,
  inPath,
  listAnswers,
  listResponse,
  pageQuery,
  route,
  slicedResponse,
} from "../api.ts";
import { requireRole } from "../caller.ts";

const groupSchema = z.object({ name: z.string(), members: z.array(z.string()) });

const membership = z.object({ name: z.string().max(200), member: z.string().max(200) });

const changed = z.object({ name: z.string(), member: z.string() });

/**
 * `/api/grants`: approvals that cover more than one call. They are given with an answer, and revoked here.
 */
export function grantRoutes(api: Api, { grants }: Runtime): void {
  api.openapi(
    route("get /api/grants", {
      middleware: requireRole("approver"),
      query: pageQuery.extend({ status: z.enum(GRANT_STATUSES).optional() }),
      responses: listAnswers(grantSchema, "The grants, newest first"),
    }),
    async (context) => {
      const { limit, cursor, status } = context.req.valid("query");
      const wanted = defined({ status });
      const found = await grants.list({ limit, ...beforeCursor(cursor), ...wanted });
      return listResponse(context, found, { limit, cursorOf: ({ id }) => id });
    },
  );
  api.openapi(
    route("delete /api/grants/{id}", {
      middleware: requireRole("approver"),
      params: inPath("id"),
      responses: answers(grantSchema, "The revoked grant"),
    }),
    async (context) =>
      context.json(await grants.revoke(context.req.valid("param").id, context.get("caller").name), 200),
  );
}

/** `/api/groups`: names for several users, so that an admin can give a grant to all of them. */
export function groupRoutes(api: Api, runtime: Runtime): void {
  const groups = () => openGroups(runtime.store.documents);
  api.openapi(
    route("get /api/groups", {
      middleware: requireRole("admin"),
      query: pageQuery,
      responses: listAnswers(groupSchema, "The groups with their members, by name"),
    }),
    async (context) => {
      const page = context.req.valid("query");
      const all = (await groups().list()).map(({ name, members }) => ({ name, members: [...members] }));
      return slicedResponse(context, all, page, ({ name }) => name);
    },
  );
  api.openapi(
    route("put /api/groups/{name}/members/{member}", {
      middleware: requireRole("admin"),
      params: membership,
      responses: answers(changed, "The user is a member of the group"),
    }),
    async (context) => {
      const { name, member } = context.req.valid("param");
      await groups().add(name, member);
      return context.json({ name, member }, 200);
    },
  );
  api.openapi(
    route("delete /api/groups/{name}/members/{member}", {
      middleware: requireRole("admin"),
      params: membership,
      responses: answers(
        changed,
        "The user is no longer a member, and grants to the group do not cover them",
      ),
    }),
    async (context) => {
      const { name, member } = context.req.valid("param");
      if (await groups().remove(name, member)) return context.json({ name, member }, 200);
      throw new DejimaError(
        "not_found",
        `Cannot remove "${member}" from the group "${name}": not a member. GET /api/groups lists the members`,
      );
    },
  );
}
