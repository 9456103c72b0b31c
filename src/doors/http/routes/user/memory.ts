import { z } from "@hono/zod-openapi";
import { DejimaError } from "../../../../contract/error.ts";
import { MAX_MEMORY_CHARACTERS, MEMORY_TYPES, memorySchema } from "../../../../contract/user/memory.ts";
import { MAX_PROFILE_CHARACTERS, PROFILE_KEYS, profileSchema } from "../../../../contract/user/profile.ts";
import type { Runtime } from "../../../../runtime.ts";
import {
  type Api,
  answers,
  beforeCursor,
  inPath,
  jsonBody,
  listAnswers,
  listResponse,
  pageQuery,
  route,
} from "../../api.ts";
import { requireRole, targetUser } from "../../caller.ts";

const key = z.enum(PROFILE_KEYS);

const query = z.object({ user: z.string().min(1).max(200).optional() });

const value = z.string().trim().min(1).max(MAX_PROFILE_CHARACTERS);

const type = z.enum(MEMORY_TYPES);
const user = z.string().min(1).max(200).optional();
const id = inPath("id");
const foundSchema = memorySchema.extend({
  score: z.number(),
  strength: z.number(),
  why: z.array(z.string()),
});

/**
 * `/api/memory`: list, search, statistics, add, forget. Always the caller's own, unless an admin names
 * someone.
 */
export function memoryRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    route("get /api/memory", {
      middleware: requireRole("viewer"),
      query: pageQuery.extend({ type: type.optional(), user }),
      responses: listAnswers(memorySchema, "The memories, newest first"),
    }),
    async (context) => {
      const { user: named, cursor, limit, type: wanted } = context.req.valid("query");
      const owner = targetUser(context.get("caller"), named);
      const page = { limit, type: wanted, ...beforeCursor(cursor) };
      const results = await runtime.memories.list(owner, page);
      return listResponse(context, results, { limit, cursorOf: ({ id: last }) => last });
    },
  );
  api.openapi(
    route("get /api/memory/search", {
      middleware: requireRole("viewer"),
      query: z.object({
        query: z.string().min(1).max(4_000),
        type: type.optional(),
        limit: z.coerce.number().int().min(1).max(50).default(10),
        user,
      }),
      responses: answers(z.array(foundSchema), "The matching memories, best first; empty if nothing fits"),
    }),
    async (context) => {
      const { query, user: named, ...options } = context.req.valid("query");
      const owner = targetUser(context.get("caller"), named);
      const found = await runtime.memories.search(owner, query, options);
      const shown = found.map(({ memory, why, ...rest }) => ({ ...memory, ...rest, why: [...why] }));
      return context.json(shown, 200);
    },
  );
  api.openapi(
    route("get /api/memory/statistics", {
      middleware: requireRole("viewer"),
      query: z.object({ user }),
      responses: answers(
        z.object({
          total: z.int(),
          byType: z.record(type, z.int()),
          oldest: z.int().optional(),
          newest: z.int().optional(),
          averageStrength: z.number(),
        }),
        "How much is remembered",
      ),
    }),
    async (context) => {
      const owner = targetUser(context.get("caller"), context.req.valid("query").user);
      return context.json(await runtime.memories.statistics(owner), 200);
    },
  );
  api.openapi(
    route("post /api/memory", {
      middleware: requireRole("user"),
      ...jsonBody(
        z.strictObject({
          content: z.string().trim().min(1).max(MAX_MEMORY_CHARACTERS),
          type: type.default("fact"),
          importance: z.number().min(0).max(1).default(0.5),
          replaces: z.string().max(100).optional(),
        }),
      ),
      responses: answers(
        z.object({
          memory: memorySchema,
          status: z.enum(["added", "strengthened"]),
          similar: z.array(memorySchema),
        }),
        "The stored memory; similar ones that say something else are listed",
      ),
    }),
    async (context) => {
      const { content: text, ...rest } = context.req.valid("json");
      const { memories } = runtime;
      const added = await memories.add(context.get("caller").name, {
        text,
        source: { door: "http" },
        ...rest,
      });
      return context.json({ ...added, similar: [...added.similar] }, 200);
    },
  );
  api.openapi(
    route("delete /api/memory/{id}", {
      middleware: requireRole("user"),
      params: id,
      query: z.object({ user }),
      responses: answers(z.object({ forgotten: z.array(z.string()) }), "The deleted memory"),
    }),
    async (context) => {
      const owner = targetUser(context.get("caller"), context.req.valid("query").user);
      const { id: memoryId } = context.req.valid("param");
      const forgotten = await runtime.memories.forget(owner, [memoryId]);
      if (forgotten.length === 0)
        throw new DejimaError("not_found", `Cannot find the memory "${memoryId.slice(0, 100)}"`);
      return context.json({ forgotten }, 200);
    },
  );
}

/** `/api/profile`: the caller's own profile. */
export function profileRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    route("get /api/profile", {
      middleware: requireRole("viewer"),
      query,
      responses: answers(profileSchema, "The known values, the skipped questions, and the open ones"),
    }),
    async (context) => {
      const owner = targetUser(context.get("caller"), context.req.valid("query").user);
      return context.json(await runtime.profiles.get(owner), 200);
    },
  );
  api.openapi(
    route("patch /api/profile", {
      middleware: requireRole("user"),
      query,
      ...jsonBody(z.partialRecord(key, value.nullable())),
      responses: answers(profileSchema, "The profile as it is now; `null` erases a line"),
    }),
    async (context) => {
      const owner = targetUser(context.get("caller"), context.req.valid("query").user);
      const { profiles } = runtime;
      for (const [line, value] of Object.entries(context.req.valid("json"))) {
        if (value === null) await profiles.erase(owner, line);
        else if (value !== undefined) await profiles.set(owner, line, value);
      }
      return context.json(await profiles.get(owner), 200);
    },
  );
  api.openapi(
    route("delete /api/profile", {
      middleware: requireRole("user"),
      query: query.extend({ key: key.optional() }),
      responses: answers(z.object({ erased: z.array(key) }), "The lines that were erased"),
    }),
    async (context) => {
      const { user, key: line } = context.req.valid("query");
      const erased = await runtime.profiles.erase(targetUser(context.get("caller"), user), line);
      return context.json({ erased }, 200);
    },
  );
}
