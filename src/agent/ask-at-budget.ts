import { DejimaError } from "../contract/error.ts";
import {
  amountWords,
  budgetWords,
  dollars,
  type Reached,
  SPEND_TOOL,
  spendEffect,
  spentOf,
} from "../contract/figures/spend.ts";
import type { BudgetListener } from "../contract/figures/tool-spend.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import { errorText, message } from "../contract/words/messages.ts";
import type { IntendedSpend, MeterListener } from "../money/meter.ts";
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
  run: Pick<AgentRun, "id" | "execute" | "judgeSpend" | "raiseBudget">,
  { notice, language, signal }: BudgetQuestionOptions,
): MeterListener & BudgetListener {
  const unpriced = new Set<string>();
  const words = (reached: Reached) => {
    const { limit, unit, spent, most } = reached;
    return {
      scope: limit.scope,
      run: run.id,
      what: budgetWords(limit.scope, limit.account, language),
      spent:
        language === "zh"
          ? `${amountWords(unit, most, language)} 已用 ${amountWords(unit, spent, language)}`
          : `${spentOf(reached)} ${unit === "cost" || spent === 1 ? "is" : "are"} spent`,
    };
  };
  /** Asks about a request that rules do not simply allow. The question stays the same for the same request, also after a restart. */
  async function askForSpend({ model, cost, request }: IntendedSpend, verdict: VerdictKind): Promise<void> {
    const key = `spend-${verdict}-${request}`;
    const input = { model, ...defined({ cost }) };
    const [result] = await run.execute([{ key, tool: SPEND_TOOL, input }], { signal });
    if (result === undefined || result.outcome.type === "success") return;
    const why = errorText(new DejimaError(result.outcome.error.code, result.outcome.error.message), language);
    const most = cost === undefined ? "?" : dollars(cost);
    throw new BudgetReached(message("spendRefused", language, { model, most, why, run: run.id }));
  }

  return {
    async onReached(reached) {
      if ((await run.raiseBudget(reached, signal)).type === "success") return;
      throw new BudgetReached(message("budgetReached", language, words(reached)));
    },
    onSpend(intended) {
      const verdict = run.judgeSpend(spendEffect(intended.model, intended.cost));
      return verdict === "allow" ? undefined : askForSpend(intended, verdict);
    },
    onNearly: (reached) => notice(message("budgetNearly", language, words(reached))),
    onUnpriced(name) {
      if (!unpriced.has(name)) notice(message("priceUnknown", language, { model: name }));
      unpriced.add(name);
    },
  };
}
