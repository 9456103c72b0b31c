import { createRoute, z } from "@hono/zod-openapi";
import { profileSchema } from "../../../contract/profile.ts";
import { MAX_PROFILE_CHARACTERS, PROFILE_KEYS } from "../../../contract/profile-questions.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Api, answers, jsonBody } from "../api.ts";
import { requireRole } from "../security/require-role.ts";
import { whose } from "../security/whose.ts";

const key = z.enum(PROFILE_KEYS);
const query = z.object({ user: z.string().min(1).max(200).optional() });
const value = z.string().trim().min(1).max(MAX_PROFILE_CHARACTERS);

/** `/api/profile`: what the caller has told of themselves. */
export function profileRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/profile",
      middleware: requireRole("viewer"),
      request: { query },
      responses: answers(profileSchema, "What is known, what is not to be asked, what is open"),
    }),
    async (context) => {
      const owner = whose(context.get("caller"), context.req.valid("query").user);
      return context.json(await runtime.profiles.get(owner), 200);
    },
  );
  api.openapi(
    createRoute({
      method: "patch",
      path: "/api/profile",
      middleware: requireRole("user"),
      request: { query, ...jsonBody(z.partialRecord(key, value.nullable())) },
      responses: answers(profileSchema, "The profile as it is now; `null` erases a line"),
    }),
    async (context) => {
      const owner = whose(context.get("caller"), context.req.valid("query").user);
      const { profiles } = runtime;
      for (const [line, said] of Object.entries(context.req.valid("json"))) {
        if (said === null) await profiles.erase(owner, line);
        else if (said !== undefined) await profiles.set(owner, line, said);
      }
      return context.json(await profiles.get(owner), 200);
    },
  );
  api.openapi(
    createRoute({
      method: "delete",
      path: "/api/profile",
      middleware: requireRole("user"),
      request: { query: query.extend({ key: key.optional() }) },
      responses: answers(z.object({ erased: z.array(key) }), "The lines that were erased"),
    }),
    async (context) => {
      const { user, key: line } = context.req.valid("query");
      const erased = await runtime.profiles.erase(whose(context.get("caller"), user), line);
      return context.json({ erased }, 200);
    },
  );
}
