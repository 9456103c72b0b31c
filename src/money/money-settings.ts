import { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import { BUDGET_SCOPES, type BudgetScope, NAMED_SCOPES } from "../contract/figures/spend.ts";
import type { DocumentRepository } from "../store/store.ts";
import { defined } from "../support/defined.ts";

/** The price of a model, in US dollars per million tokens. */
const priceSchema = z.object({
  input: z.number().min(0).max(1_000_000),
  output: z.number().min(0).max(1_000_000),
  /** The price of input that the provider had cached. Default: the price of input. */
  cached: z.number().min(0).max(1_000_000).optional(),
  /** The day on which the price was looked up. */
  asOf: z.string(),
});

/** The spending limit: millionths of a US dollar, tokens, or both. */
const budgetSchema = z.object({
  cost: z.int().min(0).optional(),
  tokens: z.int().min(0).optional(),
});

export type Price = z.infer<typeof priceSchema>;
export type Budget = z.infer<typeof budgetSchema>;

/**
 * A stored budget. Without a name it applies to each run, user and so on; with one, to the user, team or schedule of this name.
 */
interface SetBudget extends Budget {
  readonly scope: BudgetScope;
  readonly name?: string;
}

/**
 * The prices and budgets that a person sets. A change of a budget takes effect at once, a price in another process within a quarter
 * of a second.
 */
export interface MoneySettings {
  prices(): Promise<({ readonly model: string } & Price)[]>;
  price(model: string): Promise<Price | undefined>;
  setPrice(model: string, price: Price): Promise<void>;
  /** Returns whether the price existed. */
  removePrice(model: string): Promise<boolean>;
  budgets(): Promise<SetBudget[]>;
  /** With a name, the budget applies only to that user, team or schedule and replaces the general one. */
  setBudget(scope: BudgetScope, budget: Budget, name?: string): Promise<void>;
  removeBudget(scope: BudgetScope, name?: string): Promise<boolean>;
  /** The amount that a person has added to the budget of one run, day and so on. */
  raised(scope: BudgetScope, account: string): Promise<Budget>;
  raise(scope: BudgetScope, account: string, more: Budget): Promise<void>;
}

const PRICES = "prices";
const BUDGETS = "budgets";
const RAISES = "budget-raises";

function budgetKey(scope: BudgetScope, name: string | undefined): string {
  if (name === undefined) return scope;
  if (!NAMED_SCOPES.includes(scope))
    throw new DejimaError(
      "invalid_input",
      `Cannot set a budget for one ${scope}: only for one ${NAMED_SCOPES.join(", ")}`,
    );
  if (!/^\S{1,200}$/.test(name))
    throw new DejimaError(
      "invalid_input",
      `Cannot set a budget for the ${scope} "${name.slice(0, 100)}": a name has up to 200 characters and no blanks`,
    );
  return `${scope} ${name}`;
}

/** How long the price of a model is kept. Steps of an agent that follow each other at once read it only once. */
const RECENT_MS = 250;

interface RecentPrices {
  readonly until: number;
  readonly prices: Map<string, Promise<Price | undefined>>;
}

const recentPrices = new WeakMap<DocumentRepository, RecentPrices>();

/** The price of a model, read now or a moment ago. */
function recentPrice(documents: DocumentRepository, model: string): Promise<Price | undefined> {
  const now = performance.now();
  let recent = recentPrices.get(documents);
  if (recent === undefined || recent.until < now) {
    recent = { until: now + RECENT_MS, prices: new Map() };
    recentPrices.set(documents, recent);
  }
  const known = recent.prices.get(model);
  if (known !== undefined) return known;
  const price = documents
    .get(PRICES, model)
    .then((stored) => (stored === undefined ? undefined : priceSchema.parse(stored)));
  recent.prices.set(model, price);
  price.catch(() => recentPrices.delete(documents));
  return price;
}

/** Stores prices and budgets in the documents of a store. */
export function createMoneySettings(documents: DocumentRepository): MoneySettings {
  return {
    async prices() {
      const rows = await documents.list(PRICES);
      return rows.map(({ key, value }) => ({ model: key, ...priceSchema.parse(value) }));
    },
    price: (model) => recentPrice(documents, model),
    async setPrice(model, price) {
      if (!/^[^\s:]+:\S+$/.test(model))
        throw new DejimaError(
          "invalid_input",
          `Cannot set a price for "${model}": name the model as provider:name, as \`dejima model list\` does`,
        );
      await documents.put(PRICES, model, priceSchema.parse(price));
      recentPrices.delete(documents);
    },
    async removePrice(model) {
      const existed = await documents.delete(PRICES, model);
      recentPrices.delete(documents);
      return existed;
    },
    async budgets() {
      const stored = await documents.list(BUDGETS);
      if (stored.length === 0) return [];
      const budgets = stored.map(({ key, value }) => {
        const [scope = "", name] = key.split(" ");
        return { scope, ...defined({ name }), ...budgetSchema.parse(value) };
      });
      return BUDGET_SCOPES.flatMap((scope) =>
        budgets
          .filter((budget) => budget.scope === scope)
          .map((budget) => ({ ...budget, scope }))
          .sort((a, b) => (a.name ?? "").localeCompare(b.name ?? "")),
      );
    },
    setBudget: async (scope, budget, name) =>
      documents.put(BUDGETS, budgetKey(scope, name), budgetSchema.parse(budget)),
    removeBudget: async (scope, name) => documents.delete(BUDGETS, budgetKey(scope, name)),
    async raised(scope, account) {
      const raise = await documents.get(RAISES, `${scope} ${account}`);
      return raise === undefined ? {} : budgetSchema.parse(raise);
    },
    async raise(scope, account, more) {
      const key = `${scope} ${account}`;
      const { cost = 0, tokens = 0 } = budgetSchema.parse((await documents.get(RAISES, key)) ?? {});
      await documents.put(RAISES, key, {
        cost: cost + (more.cost ?? 0),
        tokens: tokens + (more.tokens ?? 0),
      });
    },
  };
}
