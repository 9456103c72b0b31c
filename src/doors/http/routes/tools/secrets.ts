import { z } from "@hono/zod-openapi";
import {
  BUILTIN_TOOLS,
  secretBindingSchema,
  secretInfoSchema,
  secretNameSchema,
} from "../../../../contract/data/secret.ts";
import { DejimaError } from "../../../../contract/error.ts";
import type { Runtime } from "../../../../runtime.ts";
import { type Api, answers, route } from "../../api.ts";
import { requireRole } from "../../caller.ts";

const secretValue = z.string().min(8).max(64_000).describe("Write-only: no route gives it back");

const bindingInput = z.object({
  hosts: secretBindingSchema.shape.hosts,
  paths: secretBindingSchema.shape.paths.default(["/**"]),
  methods: secretBindingSchema.shape.methods.default(["*"]),
  tools: secretBindingSchema.shape.tools.default([BUILTIN_TOOLS]),
  places: secretBindingSchema.shape.places.default(["header"]),
});

// Only the person at the machine may read its variables and files: a secret from there is set in the
// terminal.
const secretInput = z.object({ value: secretValue, binding: bindingInput });

const json = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { content: { "application/json": { schema } }, required: true },
});

/**
 * `/api/secrets`: secrets that tools use without seeing them. For admins. Values are written and never
 * returned.
 */
export function secretRoutes(api: Api, { secrets }: Pick<Runtime, "secrets">): void {
  const middleware = requireRole("admin");
  const params = z.object({ name: secretNameSchema });
  api.openapi(
    route("get /api/secrets", {
      middleware,
      responses: answers(
        z.object({ secrets: z.array(secretInfoSchema) }),
        "What each is bound to; no values",
      ),
    }),
    async (context) => context.json({ secrets: await secrets.list() }, 200),
  );
  api.openapi(
    route("put /api/secrets/{name}", {
      middleware,
      params,
      ...json(secretInput),
      responses: answers(secretInfoSchema, "The stored secret, without its value"),
    }),
    async (context) => {
      const { name } = context.req.valid("param");
      const secret = { source: "stored", ...context.req.valid("json") };
      return context.json(await secrets.set(name, secret, { by: context.get("caller").name }), 200);
    },
  );
  api.openapi(
    route("post /api/secrets/{name}/rotate", {
      middleware,
      params,
      ...json(z.object({ value: secretValue })),
      responses: answers(secretInfoSchema, "The secret; what it is bound to stays"),
    }),
    async (context) => {
      const { value } = context.req.valid("json");
      const { name } = context.req.valid("param");
      return context.json(await secrets.rotate(name, value, { by: context.get("caller").name }), 200);
    },
  );
  api.openapi(
    route("delete /api/secrets/{name}", {
      middleware,
      params,
      responses: answers(z.object({ removed: z.literal(true) }), "The secret is gone for good"),
    }),
    async (context) => {
      const { name } = context.req.valid("param");
      if (!(await secrets.remove(name, { by: context.get("caller").name })))
        throw new DejimaError("not_found", `Cannot remove "${name}": not found`);
      return context.json({ removed: true as const }, 200);
    },
  );
}
