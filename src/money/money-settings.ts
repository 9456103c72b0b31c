import { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import { BUDGET_SCOPES, type BudgetScope } from "../contract/spend.ts";
import type { DocumentRepository } from "../store/store.ts";

/** What a model costs, in US dollars for a million tokens. */
const priceSchema = z.object({
  input: z.number().min(0).max(1_000_000),
  output: z.number().min(0).max(1_000_000),
  /** Input that the provider had kept. Default: the price of input. */
  cached: z.number().min(0).max(1_000_000).optional(),
  /** The day on which somebody looked it up. */
  asOf: z.string(),
});

/** The most that may be spent: millionths of a US dollar, tokens, or both. */
const budgetSchema = z.object({
  cost: z.int().min(0).optional(),
  tokens: z.int().min(0).optional(),
});

export type Price = z.infer<typeof priceSchema>;
export type Budget = z.infer<typeof budgetSchema>;

/** The prices and budgets that a person keeps. They are read with every call of a model, so a change holds at once. */
export interface MoneySettings {
  prices(): Promise<({ readonly model: string } & Price)[]>;
  price(model: string): Promise<Price | undefined>;
  setPrice(model: string, price: Price): Promise<void>;
  /** Whether there was one. */
  removePrice(model: string): Promise<boolean>;
  budgets(): Promise<({ readonly scope: BudgetScope } & Budget)[]>;
  setBudget(scope: BudgetScope, budget: Budget): Promise<void>;
  removeBudget(scope: BudgetScope): Promise<boolean>;
  /** What a person has added to the budget of one run, day and so on. */
  raised(scope: BudgetScope, account: string): Promise<Budget>;
  raise(scope: BudgetScope, account: string, more: Budget): Promise<void>;
}

const PRICES = "prices";
const BUDGETS = "budgets";
const RAISES = "budget-raises";

/** Keeps prices and budgets among the documents of a store. */
export function createMoneySettings(documents: DocumentRepository): MoneySettings {
  return {
    async prices() {
      const held = await documents.list(PRICES);
      return held.map(({ key, value }) => ({ model: key, ...priceSchema.parse(value) }));
    },
    async price(model) {
      const held = await documents.get(PRICES, model);
      return held === undefined ? undefined : priceSchema.parse(held);
    },
    async setPrice(model, price) {
      if (!/^[^\s:]+:\S+$/.test(model))
        throw new DejimaError(
          "invalid_input",
          `Cannot set a price for "${model}": name the model as provider:name, as \`dejima model list\` does`,
        );
      await documents.put(PRICES, model, priceSchema.parse(price));
    },
    removePrice: (model) => documents.delete(PRICES, model),
    async budgets() {
      const held = new Map((await documents.list(BUDGETS)).map(({ key, value }) => [key, value]));
      return BUDGET_SCOPES.flatMap((scope) =>
        held.has(scope) ? [{ scope, ...budgetSchema.parse(held.get(scope)) }] : [],
      );
    },
    setBudget: (scope, budget) => documents.put(BUDGETS, scope, budgetSchema.parse(budget)),
    removeBudget: (scope) => documents.delete(BUDGETS, scope),
    async raised(scope, account) {
      const held = await documents.get(RAISES, `${scope} ${account}`);
      return held === undefined ? {} : budgetSchema.parse(held);
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
