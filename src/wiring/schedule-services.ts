import type { Config } from "../config/config-schema.ts";
import { newRunId } from "../execution/run/run-id.ts";
import type { Profiles } from "../profile/profiles.ts";
import type { Scheduler } from "../schedule/scheduler.ts";
import type { Schedules } from "../schedule/schedules.ts";
import type { Store } from "../store/store.ts";
import { type Once, once } from "../support/once.ts";
import type { ScheduledParts } from "./perform-scheduled.ts";

interface ScheduleParts extends ScheduledParts {
  readonly config: Config["schedule"];
  profiles(): Promise<Profiles>;
  store(): Promise<Store>;
  redact(text: string): Promise<string>;
  onFault(error: unknown): void;
}

/** What is to be done later, and the worker that does it; each opened with its first use. */
export function lazySchedule(parts: ScheduleParts): {
  schedules: Once<Schedules>;
  scheduler: Once<Scheduler>;
} {
  const { config, profiles, store, redact, onFault } = parts;
  const schedules = once(async () => {
    const { createSchedules } = await import("../schedule/schedules.ts");
    return createSchedules({
      ledger: async () => (await store()).schedules,
      now: Date.now,
      redact,
      timezoneOf: async (user) =>
        (await (await profiles()).get(user)).values.timezone ??
        Intl.DateTimeFormat().resolvedOptions().timeZone,
      defaults: config,
      limit: config.limit,
    });
  });
  const scheduler = once(async () => {
    const [{ createScheduler }, { systemClock }, { performScheduled }] = await Promise.all([
      import("../schedule/scheduler.ts"),
      import("../schedule/clock.ts"),
      import("./perform-scheduled.ts"),
    ]);
    return createScheduler({
      schedules: (await store()).schedules,
      performer: performScheduled(parts),
      clock: systemClock,
      limits: {
        leaseMs: config.lease,
        graceMs: config.grace,
        mostMissed: config.maxMissed,
        maxConcurrent: config.maxConcurrent,
      },
      newRun: newRunId,
      onFault,
    });
  });
  return { schedules, scheduler };
}
