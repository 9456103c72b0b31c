import { DejimaError } from "../contract/error.ts";
import type { CostForecast, SpendGroup, SpendSum } from "../contract/spend.ts";
import type { LanguageModel } from "../model/language/language-model.ts";
import { forecastFrom, forecastMonth } from "../money/forecast.ts";
import { type MeterListener, meteredModel, type Payer } from "../money/meter.ts";
import { createMoneySettings, type MoneySettings } from "../money/money-settings.ts";
import type { Store } from "../store/store.ts";
import { once } from "../support/once.ts";

/** The cost of models, and the budgets. */
export interface Money extends MoneySettings {
  /** The spending since a day (`2026-11-15`, in UTC), of everybody or of one run, highest first. */
  sums(by: SpendGroup, from: string, runId?: string): Promise<SpendSum[]>;
  /** The expected cost of this month at the rate of the last days. */
  forecast(): Promise<CostForecast>;
}

/** The service, and models limited by it. */
export interface MoneyMeter {
  service(): Promise<Money>;
  /** Without a listener, a call is refused when a budget is used up. */
  metered(model: LanguageModel, payer: Payer, listener?: MeterListener): LanguageModel;
}

/** Records the cost of models in the store. */
export function wireMoney(store: () => Promise<Store>): MoneyMeter {
  const service = once(async (): Promise<Money> => {
    const { documents, spends } = await store();
    return {
      ...createMoneySettings(documents),
      sums: spends.sums,
      async forecast() {
        const now = Date.now();
        return forecastMonth(await spends.sums("day", forecastFrom(now)), now);
      },
    };
  });
  return {
    service: service.get,
    metered: (model, payer, listener = REFUSING) =>
      meteredModel(model, payer, { store, now: Date.now, ...listener }),
  };
}

const REFUSING: MeterListener = {
  async onReached({ limit: { scope } }) {
    throw new DejimaError(
      "limit_exceeded",
      `Cannot ask the model: the budget for this ${scope} is used up. \`dejima cost budget set ${scope}\` raises it`,
      { scope },
    );
  },
};
