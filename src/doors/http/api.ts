import { isDeepStrictEqual } from "node:util";
import { createRoute, type Hook, OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler, TypedResponse } from "hono";
import { routePath } from "hono/route";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import { firstIssues, issueWords } from "../../support/issue-words.ts";
import type { AppVariables } from "./app-context.ts";
import { problem } from "./problem.ts";

type Environment = { Variables: AppVariables };

/** An app whose routes describe themselves. Invalid input becomes a problem response. */
export type Api = OpenAPIHono<Environment>;

interface ApiOptions {
  /** Checks each JSON response against the schema of its route and fails on a mismatch. For tests. */
  readonly checkAnswers?: boolean | undefined;
}

/** Creates an API without routes. */
export function createApi({ checkAnswers = false }: ApiOptions = {}): Api {
  const onInvalid: Hook<unknown, Environment, string, unknown> = (result, context) => {
    if (result.success) return undefined;
    const issues = firstIssues(
      result.error.issues.map((issue) => ({
        path: issue.path.map(String).join("."),
        message: issueWords(issue),
      })),
    );
    const shown = issues
      .map(({ path, message }) => (path === "" ? message : `"${path}" ${message}`))
      .join("; ");
    return problem(context, new DejimaError("invalid_input", `Cannot use the request: ${shown}`, { issues }));
  };
  const api: Api = new OpenAPIHono<Environment>({ defaultHook: onInvalid });
  if (checkAnswers) api.use(answerCheck(api));
  return api;
}

/** Fails a request whose response does not match the schema of its route. */
function answerCheck(api: Api): MiddlewareHandler {
  const schemas = new Map<string, z.ZodType>();
  const schemaOf = (context: Context): z.ZodType | undefined => {
    // Routes are added after this middleware, so their schemas are collected with the first request.
    if (schemas.size === 0)
      for (const definition of api.openAPIRegistry.definitions) {
        if (definition.type !== "route") continue;
        const { method, path, responses } = definition.route;
        const answer = responses[200];
        const json =
          answer !== undefined && "content" in answer ? answer.content?.["application/json"] : undefined;
        const schema = json !== undefined && "schema" in json ? json.schema : undefined;
        if (schema instanceof z.ZodType)
          schemas.set(`${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, schema);
      }
    return schemas.get(`${context.req.method.toLowerCase()} ${routePath(context)}`);
  };
  return async (context, next) => {
    await next();
    const { res: answer } = context;
    if (answer.status !== 200 || !answer.headers.get("content-type")?.startsWith("application/json")) return;
    const schema = schemaOf(context);
    if (schema === undefined) return;
    const body: unknown = await answer.clone().json();
    const parsed = schema.safeParse(body);
    const route = `${context.req.method} ${context.req.path}`;
    if (!parsed.success)
      throw new Error(`The answer of ${route} does not fit its schema: ${parsed.error.message}`);
    if (!isDeepStrictEqual(parsed.data, body))
      throw new Error(
        `The answer of ${route} has fields that its schema does not declare: ${JSON.stringify(body)} is read as ${JSON.stringify(parsed.data)}`,
      );
  };
}

type Method = "get" | "post" | "put" | "patch" | "delete";
type Sent = Pick<NonNullable<RouteConfig["request"]>, "params" | "query" | "headers" | "body">;
interface RouteOptions extends Sent, Pick<RouteConfig, "middleware" | "description" | "responses"> {}

/** A route, named as on a request's first line: `get /api/runs/{run}`. With who may call it, what it takes and what it answers. */
export function route<Place extends `${Method} /${string}`, Options extends RouteOptions>(
  place: Place,
  { params, query, headers, body, ...rest }: Options,
) {
  const [method, path] = place.split(" ");
  const made = createRoute({
    ...rest,
    method,
    path,
    request: defined({ params, query, headers, body }),
  } as RouteConfig);
  // The same parts, under the names that the library expects.
  return made as unknown as NamedRoute<Place, Options> & Pick<typeof made, "getRoutingPath">;
}

type NamedRoute<Place, Options> = Omit<Options, keyof Sent> & {
  readonly method: Place extends `${infer Name extends Method} ${string}` ? Name : never;
  readonly path: Place extends `${string} ${infer Path}` ? Path : never;
  readonly request: Pick<Options, Extract<keyof Options, keyof Sent>>;
};

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

/** The responses of a route: its result, or a problem. */
export function answers<Schema extends z.ZodType>(schema: Schema, says: string) {
  return { 200: { description: says, content: { "application/json": { schema } } }, ...wrong };
}

/** The responses of a route that returns a paged list. */
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

/** The responses of a route that returns something other than JSON: text of this type, or bytes. */
export function rawAnswers(type: string, says: string) {
  return { 200: { description: says, content: { [type]: { schema: z.string() } } }, ...wrong };
}

/** A response that no schema describes: a stream, bytes, or a status that only this route has. */
export function rawResponse(response: Response): Response & TypedResponse<never, 200, "json"> {
  // Hono marks the type of a response with fields that exist only for the compiler.
  return response as Response & TypedResponse<never, 200, "json">;
}

/** A JSON body. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true, content: { "application/json": { schema } } } } as const;
}

/** A path parameter. */
export function inPath<Name extends string>(name: Name, schema: z.ZodString = z.string().max(200)) {
  return z.object({ [name]: schema.openapi({ param: { name, in: "path" } }) } as Record<Name, z.ZodString>); // exactly this name
}

/** `limit` and `cursor`, as every list accepts them. */
export const pageQuery = pageOf({ defaults: 50, most: 200 });

/** The same query with other limits. */
export function pageOf({ defaults, most }: { readonly defaults: number; readonly most: number }) {
  return z.object({
    limit: z.coerce.number().int().min(1).max(most).default(defaults),
    cursor: z.string().max(200).optional().describe("The `x-next-cursor` of the page before"),
  });
}

/** One page of a list as a response. A full page names the cursor of the next one. */
export function listResponse<Item>(
  context: Context<Environment>,
  items: readonly Item[],
  { limit, cursorOf }: { readonly limit: number; cursorOf(last: NoInfer<Item>): string },
) {
  const last = items.at(-1);
  if (items.length >= limit && last !== undefined) {
    const next = encodeURIComponent(cursorOf(last));
    const url = new URL(context.req.url);
    url.searchParams.set("cursor", cursorOf(last));
    context.header("x-next-cursor", next);
    context.header("link", `<${url.pathname}${url.search}>; rel="next"`);
  }
  return context.json([...items], 200);
}

/** One page of a list in memory as a response, in its order. The cursor is the name of the last item. */
export function slicedResponse<Item>(
  context: Context<Environment>,
  items: readonly Item[],
  page: { readonly limit: number; readonly cursor?: string | undefined },
  nameOf: (item: NoInfer<Item>) => string,
) {
  return listResponse(context, slicePage(items, page, nameOf), { limit: page.limit, cursorOf: nameOf });
}

/** A page of a list in memory, in its order. */
export function slicePage<Item>(
  items: readonly Item[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  nameOf: (item: NoInfer<Item>) => string,
): Item[] {
  const start = cursor === undefined ? 0 : items.findIndex((item) => nameOf(item) === cursor) + 1;
  return items.slice(start, start + limit);
}

/** A cursor that is a number. Nothing comes before any other text. */
export function numberCursor(cursor: string): number {
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
}

/** The cursor as `before`, its name in the repositories. */
export function beforeCursor(cursor: string | undefined): { readonly before?: string } {
  return cursor === undefined ? {} : { before: cursor };
}
