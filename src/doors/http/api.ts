import { type Hook, OpenAPIHono, z } from "@hono/zod-openapi";
import { DejimaError } from "../../contract/error.ts";
import type { AppVariables } from "./app-context.ts";
import { problem } from "./problem.ts";

type Environment = { Variables: AppVariables };

/** An application whose routes describe themselves; wrong input is a problem like any other. */
export type Api = OpenAPIHono<Environment>;

/** Makes an empty one. */
export function createApi(): Api {
  const onInvalid: Hook<unknown, Environment, string, unknown> = (result, context) => {
    if (result.success) return undefined;
    const issues = result.error.issues.map(({ path, message }) => ({
      path: path.map(String).join("."),
      message,
    }));
    const shown = issues.map(({ path, message }) => `"${path}" ${message}`).join("; ");
    return problem(context, new DejimaError("invalid_input", `Cannot use the request: ${shown}`, { issues }));
  };
  return new OpenAPIHono<Environment>({ defaultHook: onInvalid as never });
}

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    details: z.record(z.string(), z.unknown()),
  })
  .openapi("Problem");

/** The answers of a route: what it gives when all is well, and a problem otherwise. */
export function answers<Schema extends z.ZodType>(schema: Schema, says: string) {
  return {
    200: { description: says, content: { "application/json": { schema } } },
    default: {
      description: "What went wrong",
      content: { "application/problem+json": { schema: problemSchema } },
    },
  };
}

/** A parameter that stands in the path. */
export function inPath<Name extends string>(name: Name, schema: z.ZodString = z.string().max(200)) {
  return z.object({ [name]: schema.openapi({ param: { name, in: "path" } }) } as Record<Name, z.ZodString>);
}

/** `limit` and `before`, as every list takes them. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.string().max(200).optional(),
});
