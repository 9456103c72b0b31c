import { claimNewHome } from "../config/home-claim.ts";
import { countDays, type DayCounter } from "../execution/log/count-days.ts";
import { persistStatistics, type StatisticsBuffer } from "../store/statistics.ts";
import type { Store } from "../store/store.ts";
import { once } from "../support/once.ts";
import type { Foundation } from "./foundation.ts";

/** What is stored, and the figures that are gathered before they are. */
export interface Storage {
  /** Makes the home where it does not exist yet, and notes it as this user's. Comes before anything is written there. */
  claimHome(): void;
  store(): Promise<Store>;
  readonly statistics: StatisticsBuffer;
  readonly counter: DayCounter;
}

/** Opens the caller's store, the one that the config names, or that of the home. A home that does not exist yet is made, and noted as this user's. */
export function wireStorage({ settings, options, variables, opened, closing }: Foundation): Storage {
  const { config, home } = settings;
  const own = options.store;
  let claimed = false;
  const claimHome = () => {
    if (!claimed) claimNewHome(home, variables);
    claimed = true;
  };
  const store = once(async () => {
    if (own !== undefined) return own;
    claimHome();
    return (await import("../store/open-store.ts")).openStoreAt({ home, address: config.store });
  });
  if (own === undefined) closing(store, (held) => held.close());
  const statistics = persistStatistics(store.get);
  const counter = countDays(store.get, { maxOutput: config.tools.maxOutput });
  opened.defer(() => Promise.all([statistics.flush(), counter.flush()]).then(() => {}));
  return { claimHome, store: store.get, statistics, counter };
}
