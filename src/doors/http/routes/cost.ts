import { z } from "@hono/zod-openapi";
import { DejimaError } from "../../../contract/error.ts";
import { BUDGET_SCOPES, type SpendSum } from "../../../contract/figures/spend.ts";
import type { Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { type Api, answers, route } from "../api.ts";
import { requireRole } from "../caller.ts";

const GROUPS = ["model", "purpose", "tool", "conversation", "user", "team", "day", "run"] as const;
const amount = z.number().min(0).max(1_000_000);

const sumSchema = z.object({
  key: z.string(),
  calls: z.number(),
  unpriced: z.number().describe("Calls whose cost is not counted, because the price is unknown"),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedTokens: z.number(),
  cost: z.number().describe("Millionths of a US dollar"),
  saved: z.number().describe("What prompt caching saved, in millionths of a US dollar"),
  title: z.string().optional().describe("Of the conversation or run"),
});

const forecastSchema = z.object({
  month: z.string(),
  today: z.number().describe("Spent today, in UTC and millionths of a US dollar, as all of them"),
  spent: z.number().describe("Spent this month"),
  expected: z.number().describe("The expected cost of the month at the rate of the last days"),
});

const priceSchema = z.object({
  model: z.string(),
  input: amount.describe("US dollars for a million tokens"),
  output: amount,
  cached: amount.optional().describe("Input that the provider had cached. Default: as input"),
  asOf: z.string().describe("The day on which it was set"),
});

const budgetSchema = z.object({
  scope: z.enum(BUDGET_SCOPES),
  name: z.string().optional().describe("The user, team (a group) or schedule that it is for. Default: each"),
  cost: z.int().min(0).optional().describe("Millionths of a US dollar"),
  tokens: z.int().min(0).optional(),
});

const removed = z.object({ removed: z.literal(true) });
const json = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { content: { "application/json": { schema } }, required: true },
});

/** `/api/cost`: the cost of models and tools, prices and budgets. For admins: it shows how much each user has spent. */
export function costRoutes(api: Api, { money, store }: Pick<Runtime, "money" | "store">): void {
  const middleware = requireRole("admin");
  const query = z.object({
    by: z.enum(GROUPS).default("model"),
    since: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/, "must be a day such as 2026-11-01")
      .optional(),
  });
  api.openapi(
    route("get /api/cost", {
      middleware,
      query,
      responses: answers(
        z.object({ by: z.enum(GROUPS), since: z.string(), sums: z.array(sumSchema) }),
        "The spending since a day (default: this month, in UTC), highest first",
      ),
    }),
    async (context) => {
      const { by, since = `${new Date().toISOString().slice(0, 7)}-01` } = context.req.valid("query");
      const sums = await money.sums(by === "run" ? "runId" : by, since);
      return context.json({ by, since, sums: await titled(sums, by, store) }, 200);
    },
  );
  api.openapi(
    route("get /api/cost/forecast", {
      middleware,
      responses: answers(forecastSchema, "What this month has cost, and what it will cost"),
    }),
    async (context) => context.json(await money.forecast(), 200),
  );
  api.openapi(
    route("get /api/cost/prices", {
      middleware,
      responses: answers(z.object({ prices: z.array(priceSchema) }), "The prices that are known"),
    }),
    async (context) => context.json({ prices: await money.prices() }, 200),
  );
  api.openapi(
    route("put /api/cost/prices/{model}", {
      middleware,
      params: z.object({ model: z.string() }),
      ...json(priceSchema.pick({ input: true, output: true, cached: true })),
      responses: answers(priceSchema, "The price from now on"),
    }),
    async (context) => {
      const { model } = context.req.valid("param");
      const price = { ...context.req.valid("json"), asOf: new Date().toISOString().slice(0, 10) };
      await money.setPrice(model, price);
      return context.json({ model, ...price }, 200);
    },
  );
  api.openapi(
    route("delete /api/cost/prices/{model}", {
      middleware,
      params: z.object({ model: z.string() }),
      responses: answers(removed, "The cost of the model is unknown from now on"),
    }),
    async (context) => {
      const { model } = context.req.valid("param");
      if (!(await money.removePrice(model)))
        throw new DejimaError("not_found", `Cannot remove the price of "${model}": there is none`);
      return context.json({ removed: true as const }, 200);
    },
  );
  api.openapi(
    route("get /api/cost/budgets", {
      middleware,
      responses: answers(z.object({ budgets: z.array(budgetSchema) }), "The budgets"),
    }),
    async (context) => context.json({ budgets: await money.budgets() }, 200),
  );
  const params = z.object({ scope: z.enum(BUDGET_SCOPES) });
  const named = z.object({ name: z.string().min(1).max(200).optional() });
  api.openapi(
    route("put /api/cost/budgets/{scope}", {
      middleware,
      params,
      query: named,
      ...json(budgetSchema.omit({ scope: true, name: true })),
      responses: answers(budgetSchema, "The budget from now on"),
    }),
    async (context) => {
      const { scope } = context.req.valid("param");
      const budget = context.req.valid("json");
      if (budget.cost === undefined && budget.tokens === undefined)
        throw new DejimaError(
          "invalid_input",
          "Cannot set a budget without a limit: give cost, tokens or both",
        );
      const { name } = context.req.valid("query");
      await money.setBudget(scope, budget, name);
      return context.json({ scope, ...defined({ name }), ...budget }, 200);
    },
  );
  api.openapi(
    route("delete /api/cost/budgets/{scope}", {
      middleware,
      params,
      query: named,
      responses: answers(removed, "The budget is removed"),
    }),
    async (context) => {
      const { scope } = context.req.valid("param");
      if (!(await money.removeBudget(scope, context.req.valid("query").name)))
        throw new DejimaError("not_found", `Cannot remove the budget for a ${scope}: there is none`);
      return context.json({ removed: true as const }, 200);
    },
  );
}

/** Longer lists than a person reads get no titles. */
const MAX_TITLED_ROWS = 50;

/** The sums with the titles of their conversations or runs. */
async function titled(
  sums: readonly SpendSum[],
  by: (typeof GROUPS)[number],
  { conversations, runs }: Pick<Runtime["store"], "conversations" | "runs">,
): Promise<(SpendSum & { title?: string })[]> {
  if (by !== "conversation" && by !== "run") return [...sums];
  const repository = by === "run" ? runs : conversations;
  return Promise.all(
    sums.map(async (sum, place) => {
      const title = place < MAX_TITLED_ROWS ? (await repository.get(sum.key))?.title : undefined;
      return title === undefined || title === "" ? sum : { ...sum, title };
    }),
  );
}
