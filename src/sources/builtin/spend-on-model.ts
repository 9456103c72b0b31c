import { z } from "zod";
import { dollars, SPEND_TOOL, spendEffect } from "../../contract/figures/spend.ts";
import type { Tool } from "../../contract/tool.ts";
import { defineTool } from "../../tool/define-tool.ts";

/**
 * Represents a model call for which the user has a rule about spending. Dejima calls it by itself before the
 * model call.
 */
export const spendOnModel: Tool = defineTool({
  name: SPEND_TOOL,
  summary: "Ask the user before the model spends more than their rules allow",
  description:
    "Asks the user before a call of the model that their rules about money speak of. Called automatically before such a call.",
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
