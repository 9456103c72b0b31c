import { assertGroups, type Group, openGroups } from "../../access/groups.ts";
import { DejimaError } from "../../contract/error.ts";
import {
  addSums,
  budgetWords,
  type CostForecast,
  type Payer,
  SPEND_TOOL,
  type SpendGroup,
  type SpendSum,
  spendEffect,
  TOOL_PURPOSE,
} from "../../contract/figures/spend.ts";
import type { ToolSpending } from "../../contract/figures/tool-spend.ts";
import type { LanguageModel } from "../../model/language/language-model.ts";
import { forecastFrom, forecastMonth } from "../../money/forecast.ts";
import { type MeterListener, meteredModel } from "../../money/meter.ts";
import { createMoneySettings, type MoneySettings } from "../../money/money-settings.ts";
import { createToolSpending } from "../../money/tool-spending.ts";
import { judgeSpend } from "../../policy/judge-step.ts";
import type { Layer } from "../../policy/layer.ts";
import type { Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import { once } from "../../support/once.ts";

/** The cost of models and tools, and the budgets. */
export interface Money extends MoneySettings {
  /**
   * The spending since a day (`2026-11-15`, in UTC), of everybody or of one run, highest first. By team, a user counts for each
   * of theirs; the key is empty for users without a team.
   */
  sums(by: SpendGroup | "team", from: string, runId?: string): Promise<SpendSum[]>;
  /** What tools that cost have cost since a day, without the models that called them, highest first. */
  toolSums(from: string): Promise<SpendSum[]>;
  /** The expected cost of this month at the rate of the last days. */
  forecast(): Promise<CostForecast>;
}

/** The service, and models limited by it. */
export interface MoneyMeter {
  service(): Promise<Money>;
  /** The budgets for calls of tools. */
  readonly tools: ToolSpending;
  /** Without a listener, a call is refused when a budget is used up. */
  metered(model: LanguageModel, payer: Payer, listener?: MeterListener): LanguageModel;
}

/** Records the cost of models and tools in the store. */
export function wireMoney(store: () => Promise<Store>, layers: readonly Layer[]): MoneyMeter {
  const service = once(async (): Promise<Money> => {
    const { documents, spends } = await store();
    const settings = createMoneySettings(documents);
    return {
      ...settings,
      async setBudget(scope, budget, name) {
        if (scope === "team" && name !== undefined) await assertGroups(documents, [name], "set a budget for");
        await settings.setBudget(scope, budget, name);
      },
      async sums(by, from, runId) {
        const only = defined({ runId });
        if (by !== "team") return spends.sums(by, from, only);
        return sumTeams(await spends.sums("user", from, only), await openGroups(documents).list());
      },
      toolSums: (from) => spends.sums("tool", from, { purpose: TOOL_PURPOSE }),
      async forecast() {
        const now = Date.now();
        return forecastMonth(await spends.sums("day", forecastFrom(now)), now);
      },
    };
  });
  const teamsOf = async (user: string) => {
    const groups = await openGroups((await store()).documents).list();
    return groups.flatMap(({ name: team, members }) => (members.includes(user) ? [{ team, members }] : []));
  };
  return {
    service: service.get,
    tools: createToolSpending({ store, now: Date.now, teamsOf }),
    metered: (model, payer, listener = refusing(layers)) =>
      meteredModel(model, payer, { store, now: Date.now, teamsOf, ...listener }),
  };
}

const refusing = (layers: readonly Layer[]): MeterListener => ({
  async onReached({ limit: { scope, account } }) {
    throw new DejimaError(
      "limit_exceeded",
      `Cannot ask the model: the budget for ${budgetWords(scope, account, "en")} is used up. \`dejima cost budget set ${scope}\` raises it`,
      { scope },
    );
  },
  async onSpend({ model, cost }) {
    const effect = spendEffect(model, cost);
    if (judgeSpend(effect, layers) === "allow") return;
    throw new DejimaError(
      "tool_not_allowed",
      `Cannot ask the model beside the task: a rule about money covers ${effect.target}. \`dejima policy explain ${SPEND_TOOL}\` says which`,
    );
  },
});

/** What each team has spent, the dearest first. */
function sumTeams(users: readonly SpendSum[], groups: readonly Group[]): SpendSum[] {
  const named = groups.map(({ name, members }) =>
    addSums(
      name,
      users.filter(({ key }) => members.includes(key)),
    ),
  );
  const others = addSums(
    "",
    users.filter(({ key }) => !groups.some(({ members }) => members.includes(key))),
  );
  return [...named, others]
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.cost - a.cost || a.key.localeCompare(b.key));
}
