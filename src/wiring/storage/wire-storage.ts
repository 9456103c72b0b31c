import { existsSync } from "node:fs";
import { join } from "node:path";
import { claimForTenant } from "../../config/places/tenant-home.ts";
import { claimNewHome } from "../../config/trust/home-claim.ts";
import { DejimaError } from "../../contract/error.ts";
import { countDays, type DayCounter } from "../../execution/log/count-days.ts";
import type { RunQueue } from "../../queue/run-queue.ts";
import type { AddJob, SharedStore } from "../../store/shared-store.ts";
import { persistStatistics, type StatisticsBuffer } from "../../store/statistics.ts";
import type { Store } from "../../store/store.ts";
import { once } from "../../support/once.ts";
import type { Foundation } from "../foundation.ts";

/** The store, and the figures buffered before they are stored. */
export interface Storage {
  /**
   * Creates the home if it does not exist and records it as this user's. Comes before anything is written
   * there.
   */
  claimHome(): void;
  store(): Promise<Store>;
  /** Whether the store does not exist yet. Looking something up would create it. */
  isNew(): boolean;
  /** The jobs for workers. */
  queue(): Promise<RunQueue>;
  readonly oneOwner: SharedStore["oneOwner"];
  /** The dependencies that cannot be reached. Empty if work can be done. */
  missing(): Promise<string[]>;
  readonly statistics: StatisticsBuffer;
  readonly counter: DayCounter;
}

/** Opens the caller's store, the one that the config names, or that of the home. A home that does not exist yet is made, and noted as this user's. */
export function wireStorage({ settings, options, variables, opened, closing, onFault }: Foundation): Storage {
  const { config, home } = settings;
  const own = options.store;
  let claimed = false;
  const claimHome = () => {
    if (claimed) return;
    claimNewHome(home, variables);
    claimForTenant(home, config.tenant);
    claimed = true;
  };
  const addJob: AddJob = async (job, send) => (await queue.get()).add(job, send);
  const opening = once(async () => {
    if (own !== undefined) return own;
    claimHome();
    const jobs = config.runs === "workers" ? { addJob } : {};
    const { store: address, tenant } = config;
    return (await import("../../store/open-store.ts")).openStoreAt({ home, address, tenant, ...jobs });
  });
  if (own === undefined) closing(opening, (opened) => opened.close());
  const queue = once(async () => {
    const { openRunQueue } = await import("../../queue/run-queue.ts");
    return openRunQueue(sharedOf(await opening.get()).sql, { onFault });
  });
  closing(queue, (opened) => opened.close());
  // Opened before any transaction adds a job: transactions may take all connections and would then wait for
  // this.
  const store =
    config.runs === "here"
      ? opening
      : once(async () => {
          const opened = await opening.get();
          await queue.get();
          return opened;
        });
  const statistics = persistStatistics(store.get);
  const counter = countDays(store.get, { maxOutput: config.tools.maxOutput });
  opened.defer(() => Promise.all([statistics.flush(), counter.flush()]).then(() => {}));
  return {
    claimHome,
    store: store.get,
    isNew: () =>
      own === undefined &&
      config.store === undefined &&
      opening.made === undefined &&
      !existsSync(join(home, "dejima.db")),
    queue: queue.get,
    async oneOwner(name, work, how) {
      if (config.runs === "here") await work(how.signal);
      else await sharedOf(await store.get()).oneOwner(name, work, how);
    },
    async missing() {
      const isHere = config.runs === "here";
      const checks: readonly (readonly [string, Promise<unknown>])[] = [
        [
          "the store",
          isHere ? ping(store.get) : store.get().then((opened) => sharedOf(opened).ping(PING_MS)),
        ],
        ...(isHere ? [] : [["the queue", queue.get().then((opened) => opened.depth())] as const]),
      ];
      const results = await Promise.allSettled(checks.map(([, check]) => check));
      return checks.flatMap(([name], at) => (results[at]?.status === "rejected" ? [name] : []));
    },
    statistics,
    counter,
  };
}

/** How long a database may take to answer before it counts as missing. */
const PING_MS = 2_000;

async function ping(store: () => Promise<Store>): Promise<void> {
  await (await store()).runs.list({ limit: 1 });
}

/** The part of a store that several machines share. Throws if the store is on one machine. */
export function sharedOf({ shared }: Store): SharedStore {
  if (shared !== undefined) return shared;
  throw new DejimaError(
    "invalid_input",
    "Cannot share runs with workers: `dejima worker` and `runs: workers` need a PostgreSQL store. Set DEJIMA_STORE, or `store` in the config, to its address (postgres://…); on one machine `dejima serve` alone works on the runs",
  );
}
