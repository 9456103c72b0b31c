import { z } from "@hono/zod-openapi";
import { EXPERIMENT_ENDS, VARIANTS } from "../../../contract/figures/experiment.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Api, answers, route } from "../api.ts";
import { requireRole } from "../caller.ts";

const figuresSchema = z.object({
  runs: z.number(),
  used: z.number().describe("Runs that called the tool"),
  succeeded: z.number().describe("Runs whose first call of the tool succeeded. Only these count in the test"),
  calls: z.number(),
  failures: z.number(),
  retries: z.number(),
  questions: z.number(),
  undone: z.number(),
  averageMs: z.number(),
  averageTokens: z.number(),
});

const experimentSchema = z.object({
  name: z.string(),
  tool: z.string(),
  description: z.string().optional().describe("The description under test"),
  version: z.string().optional().describe("The version under test"),
  startedAt: z.number(),
  end: z
    .object({
      at: z.number(),
      why: z.enum(EXPERIMENT_ENDS),
      winner: z.enum(VARIANTS).optional(),
    })
    .optional(),
  figures: z.object({ a: figuresSchema, b: figuresSchema }),
  evidence: z
    .number()
    .describe("The evidence of a difference. 20 ends the experiment, however often one looks"),
  course: z
    .array(
      z.object({
        runs: z.number(),
        a: z.number().nullable().describe("The share of runs whose first call succeeded, from 0 to 1"),
        b: z.number().nullable(),
        evidence: z.number(),
      }),
    )
    .describe("Success and evidence over time, at up to 40 points"),
});

/** `/api/experiments`: what A/B tests of tools have found so far. The counts do not show who did what. */
export function experimentRoutes(api: Api, { experiments }: Pick<Runtime, "experiments">): void {
  api.openapi(
    route("get /api/experiments", {
      middleware: requireRole("viewer"),
      responses: answers(
        z.object({ experiments: z.array(experimentSchema) }),
        "Experiments, the newest first",
      ),
    }),
    async (context) => {
      const all = await experiments.list();
      return context.json(
        {
          experiments: all.map(({ by: _by, end, figures, course, ...rest }) => ({
            ...rest,
            ...(end === undefined
              ? {}
              : { end: { at: end.at, why: end.why, ...(end.winner && { winner: end.winner }) } }),
            figures: { ...figures },
            course: [...course],
          })),
        },
        200,
      );
    },
  );
}
