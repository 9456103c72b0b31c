import { z } from "zod";
import {
  amountWords,
  BUDGET_SCOPES,
  type BudgetScope,
  budgetWords,
  dollars,
  RAISE_TOOL,
  SPEND_TOOL,
  spendEffect,
  spentOf,
} from "../../contract/figures/spend.ts";
import type { Tool } from "../../contract/tool.ts";
import { defineTool } from "../../tool/define-tool.ts";

/** What the tools about money work with. */
export interface BudgetToolSources {
  /** Adds to the budget of one run, conversation, person, schedule or day. */
  raiseBudget(
    scope: BudgetScope,
    account: string,
    more: { readonly cost?: number; readonly tokens?: number },
  ): Promise<void>;
}

/** The tools by which Dejima asks about money. It calls them automatically. */
export function moneyTools(sources: BudgetToolSources): Tool[] {
  return [createRaiseBudget(sources), spendOnModel];
}

/**
 * Lets a person continue when a budget is used up. Dejima calls it automatically; only a person's approval raises
 * the budget.
 */
function createRaiseBudget({ raiseBudget }: BudgetToolSources): Tool {
  return defineTool({
    name: RAISE_TOOL,
    summary: "Ask the user to raise a budget that is used up",
    description: "Asks the user whether to continue when a budget is used up. Called automatically.",
    category: "system",
    risk: "medium",
    input: () =>
      z.object({
        scope: z.enum(BUDGET_SCOPES),
        account: z
          .string()
          .min(1)
          .max(300)
          .describe("The run, conversation, person, team or day that it is for"),
        unit: z.enum(["cost", "tokens"]).describe("Millionths of a US dollar, or tokens"),
        spent: z.int().min(0),
        most: z.int().min(0).describe("The budget as it is"),
        more: z.int().min(1).describe("How much is added to it"),
      }),
    question: async ({ scope, account, unit, more }) => ({
      en: `Raise the budget for ${budgetWords(scope, account, "en")} by ${amountWords(unit, more)}?`,
      zh: `把${budgetWords(scope, account, "zh")}的预算提高 ${amountWords(unit, more, "zh")}？`,
    }),
    // Not a preview, which has only one language.
    consequence: ({ scope, account, unit, spent, most, more }) => ({
      en: `Spent ${spentOf({ unit, spent, most })} for ${budgetWords(scope, account, "en")}. Go on with ${amountWords(unit, more)} more? What is spent cannot be taken back.`,
      zh: `${budgetWords(scope, account, "zh")}的预算 ${amountWords(unit, most, "zh")} 已用 ${amountWords(unit, spent, "zh")}。再用 ${amountWords(unit, more, "zh")} 继续吗？花掉的无法撤回。`,
    }),
    async run({ scope, account, unit, more }) {
      await raiseBudget(scope, account, { [unit]: more });
      return { raised: amountWords(unit, more) };
    },
  });
}

/**
 * Represents a model call for which the user has a rule about spending. Dejima calls it automatically before the
 * model call.
 */
const spendOnModel: Tool = defineTool({
  name: SPEND_TOOL,
  summary: "Ask the user before the model spends more than their rules allow",
  description:
    "Asks the user before a model call that their rules about money restrict. Called automatically.",
  category: "system",
  risk: "low",
  input: () =>
    z.object({
      model: z.string().min(1).max(300).describe("The model that is called, as provider:name"),
      cost: z
        .int()
        .min(0)
        .optional()
        .describe("The most that the call may cost, in millionths of a US dollar; left out if unknown"),
    }),
  // Whoever chose the model has accepted its cost: only their own rules object.
  effects: ({ model, cost }) => [{ ...spendEffect(model, cost), accepted: true }],
  async question({ model, cost }) {
    if (cost === undefined)
      return { en: `Call ${model}, whose price is not known?`, zh: `调用价格未知的 ${model}？` };
    const amount = dollars(cost);
    return { en: `Spend up to ${amount} on ${model}?`, zh: `在 ${model} 上最多花费 ${amount}？` };
  },
  run: async ({ model, cost }) => ({ allowed: cost === undefined ? model : `${dollars(cost)} on ${model}` }),
});
