import { createRoute, z } from "@hono/zod-openapi";
import { type Api, answers } from "../api.ts";
import { requireRole } from "../security/require-role.ts";

const hitFields = {
  name: z.string(),
  score: z.number().describe("How likely it serves the request, from 0 to 1"),
  why: z.array(z.string()),
};

/** What a search finds: names with how well each fits, or advice where nothing does. */
interface Found {
  readonly hits: readonly {
    readonly name: string;
    readonly score: number;
    readonly why: readonly string[];
  }[];
  readonly advice?: string | undefined;
}

interface SearchRoute<Fields extends z.ZodRawShape> {
  readonly path: string;
  readonly about: string;
  /** What is told of each hit besides. */
  readonly fields: Fields;
  search(query: string, limit: number): Promise<Found>;
  /** Gives these by name. */
  describe(): Promise<(name: string) => z.output<z.ZodObject<Fields>>>;
}

/** A search by meaning, the same for tools and for skills. */
export function searchRoute<Fields extends z.ZodRawShape>(api: Api, route: SearchRoute<Fields>): void {
  const { path, about, fields, search, describe } = route;
  api.openapi(
    createRoute({
      method: "get",
      path,
      middleware: requireRole("viewer"),
      request: {
        query: z.object({
          query: z.string().min(1).max(4000),
          limit: z.coerce.number().int().min(1).max(50).default(5),
        }),
      },
      responses: answers(
        z.object({
          hits: z.array(z.object({ ...hitFields, ...fields })),
          advice: z.string().optional().describe("What to do instead, when nothing fits"),
        }),
        about,
      ),
    }),
    async (context) => {
      const { query, limit } = context.req.valid("query");
      const { hits, advice } = await search(query, limit);
      const known = await describe();
      const found = hits.map(({ name, score, why }) => ({ name, score, why: [...why], ...known(name) }));
      // The fields are the caller's: only it knows their type in full.
      return context.json((advice === undefined ? { hits: found } : { hits: found, advice }) as never, 200);
    },
  );
}
