import { z } from "@hono/zod-openapi";
import { defined } from "../../../../support/defined.ts";
import { answers } from "../../api.ts";

const hitFields = {
  name: z.string(),
  score: z.number().describe("How likely it serves the request, from 0 to 1"),
  why: z.array(z.string()),
};

/** The result of a search: names with a score, or advice if nothing fits. */
interface Found {
  readonly hits: readonly {
    readonly name: string;
    readonly score: number;
    readonly why: readonly string[];
  }[];
  readonly advice?: string | undefined;
}

/** The query of a search by meaning. */
export const searchQuery = z.object({
  query: z.string().min(1).max(4000),
  limit: z.coerce.number().int().min(1).max(50).default(5),
});

/** The responses of a search by meaning, with the extra fields of each hit. */
export function searchAnswers<Fields extends z.ZodRawShape>(fields: Fields, says: string) {
  return answers(
    z.object({
      hits: z.array(z.object({ ...hitFields, ...fields })),
      advice: z.string().optional().describe("What to do instead, when nothing fits"),
    }),
    says,
  );
}

/** The hits, each with its description. */
export function shownHits<Described extends object>(
  { hits, advice }: Found,
  describe: (name: string) => Described,
) {
  return {
    hits: hits.map(({ name, score, why }) => ({ name, score, why: [...why], ...describe(name) })),
    ...defined({ advice }),
  };
}
