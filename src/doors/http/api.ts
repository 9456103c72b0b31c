import { type Hook, OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
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
    const shown = issues
      .map(({ path, message }) => (path === "" ? message : `"${path}" ${message}`))
      .join("; ");
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

const wrong = {
  default: {
    description: "What went wrong",
    content: { "application/problem+json": { schema: problemSchema } },
  },
} as const;

/** The answers of a route: what it gives when all is well, and a problem otherwise. */
export function answers<Schema extends z.ZodType>(schema: Schema, says: string) {
  return { 200: { description: says, content: { "application/json": { schema } } }, ...wrong };
}

/** The same for a list, which comes in pages. */
export function listAnswers<Schema extends z.ZodType>(schema: Schema, says: string) {
  const headers = z.object({
    "x-next-cursor": z
      .string()
      .optional()
      .describe("Pass it as `cursor` for the next page; absent on the last"),
  });
  return {
    200: {
      description: `${says}; one page of them`,
      headers,
      content: { "application/json": { schema: z.array(schema) } },
    },
    ...wrong,
  };
}

/** The same for what is no JSON: text of this type, or bytes. */
export function rawAnswers(type: string, says: string) {
  return { 200: { description: says, content: { [type]: { schema: z.string() } } }, ...wrong };
}

/** A body of JSON. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true, content: { "application/json": { schema } } } } as const;
}

/** A parameter that stands in the path. */
export function inPath<Name extends string>(name: Name, schema: z.ZodString = z.string().max(200)) {
  return z.object({ [name]: schema.openapi({ param: { name, in: "path" } }) } as Record<Name, z.ZodString>);
}

/** `limit` and `cursor`, as every list takes them. */
export const pageQuery = pageOf({ defaults: 50, most: 200 });

/** The same with limits of its own. */
export function pageOf({ defaults, most }: { readonly defaults: number; readonly most: number }) {
  return z.object({
    limit: z.coerce.number().int().min(1).max(most).default(defaults),
    cursor: z.string().max(200).optional().describe("The `x-next-cursor` of the page before"),
  });
}

/** One page of a list as an answer; a full one says where the next begins. */
export function listed<Item>(
  context: Context<Environment>,
  items: readonly Item[],
  { limit, cursorOf }: { readonly limit: number; cursorOf(last: Item): string },
) {
  const last = items.at(-1);
  if (items.length >= limit && last !== undefined) {
    const next = encodeURIComponent(cursorOf(last));
    const url = new URL(context.req.url);
    url.searchParams.set("cursor", cursorOf(last));
    context.header("x-next-cursor", next);
    context.header("link", `<${url.pathname}${url.search}>; rel="next"`);
  }
  // What repositories give is JSON, and is described by the route's schema.
  return context.json(items as never, 200);
}

/** A page of what is held whole in memory, in its order. */
export function slicePage<Item>(
  items: readonly Item[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  nameOf: (item: Item) => string,
): Item[] {
  const start = cursor === undefined ? 0 : items.findIndex((item) => nameOf(item) === cursor) + 1;
  return items.slice(start, start + limit);
}

/** `before` for the repositories, which know cursors by that name. */
export function before(cursor: string | undefined): { readonly before?: string } {
  return cursor === undefined ? {} : { before: cursor };
}
