import { DejimaError } from "../contract/error.ts";
import { errorText, message } from "../contract/messages.ts";
import { budgetWords, dollars, SPEND_TOOL, spendEffect } from "../contract/spend.ts";
import type { Reached } from "../money/admit.ts";
import type { MeterListener } from "../money/meter.ts";
import { defined } from "../support/defined.ts";
import type { Language } from "../support/language-of.ts";
import type { AgentRun } from "./agent-run.ts";

/** Thrown out of the workflow when a budget is used up, or a rule about money refuses a call. The run continues when it is resumed. */
export class BudgetReached extends Error {}

interface BudgetQuestionOptions {
  notice(text: string): void;
  readonly language: Language;
  readonly signal: AbortSignal;
}

/** Asks a person, through the gate, whether to continue when a budget is used up. */
export function askAtBudget(
  run: Pick<AgentRun, "id" | "execute" | "judgeSpend">,
  { notice, language, signal }: BudgetQuestionOptions,
): MeterListener {
  const words = ({ limit: { scope, account }, unit, spent, most }: Reached) => ({
    ...{ scope, run: run.id, what: budgetWords(scope, account, language) },
    spent: amount(unit, spent),
    most: amount(unit, most),
  });
  return {
    async onReached(reached) {
      const { limit, unit, spent, most } = reached;
      const { scope, account } = limit;
      // Double the budget. A single call that is too expensive gets what it needs.
      const more = Math.max(1, scope === "call" ? spent - most : most);
      // The same key for the same state of the budget, also after a restart.
      const key = `budget-${scope}-${account}-${unit}-${most}`;
      const input = { scope, account, unit, spent, most, more };
      const [result] = await run.execute([{ key, tool: "raise_budget", input }], { signal });
      if (result?.outcome.type === "success") return;
      throw new BudgetReached(message("budgetReached", language, words(reached)));
    },
    async onSpend({ model, cost, request }) {
      const verdict = run.judgeSpend(spendEffect(model, cost));
      if (verdict === "allow") return;
      // The same question for the same request under the same rules, also after a restart.
      const key = `spend-${verdict}-${request}`;
      const input = { model, ...defined({ cost }) };
      const [result] = await run.execute([{ key, tool: SPEND_TOOL, input }], { signal });
      if (result === undefined || result.outcome.type === "success") return;
      const why = errorText(
        new DejimaError(result.outcome.error.code, result.outcome.error.message),
        language,
      );
      const most = cost === undefined ? "?" : dollars(cost);
      throw new BudgetReached(message("spendRefused", language, { model, most, why, run: run.id }));
    },
    onNearly: (reached) => notice(message("budgetNearly", language, words(reached))),
    onUnpriced: (model) => notice(message("priceUnknown", language, { model })),
  };
}

function amount(unit: Reached["unit"], value: number): string {
  return unit === "tokens" ? `${value} tokens` : `$${(value / 1_000_000).toFixed(2)}`;
}
