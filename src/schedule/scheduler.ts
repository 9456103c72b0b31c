import { randomBytes } from "node:crypto";
import type { Schedule } from "../contract/user/schedule.ts";
import { claim, isAbandoned, settleDue } from "./steps.ts";
import { type SchedulerParts, workOn } from "./work-on.ts";

/** Runs what is due. Any number of processes may run a scheduler on the same store. */
export interface Scheduler {
  /** Checks once what is due and starts it. Returns the time of the next check. With `id`, checks only that schedule. */
  tick(id?: string): Promise<number>;
  /** Resolves when all work started here has ended. */
  idle(): Promise<void>;
  /** Checks repeatedly until the signal aborts. Work in progress is then left to another process. */
  run(signal: AbortSignal): Promise<void>;
}

/** Maximum wait, however far away the next time is: clocks are changed, and machines sleep. */
const MAX_WAIT_MS = 30_000;
const MAX_SCHEDULES = 10_000;
/** How often to check whether a person has answered. */
const PARKED_POLL_MS = 2_000;

const RETRY_DELAY_MS = 1_000;

/** Creates a scheduler. Nothing runs until `run` or `tick` is called. */
export function createScheduler(parts: SchedulerParts): Scheduler {
  const { schedules, performer, clock, limits } = parts;
  const { leaseMs, maxConcurrent } = limits;
  const owner = `${process.pid}-${randomBytes(6).toString("hex")}`;
  const working = new Map<string, { readonly done: Promise<void>; leave(): void }>();

  async function tick(id?: string): Promise<number> {
    const checked = id === undefined ? await openSchedules() : [await schedules.get(id)];
    let next = clock.now() + MAX_WAIT_MS;
    for (const schedule of checked) if (schedule !== undefined) next = Math.min(next, await handle(schedule));
    return next;
  }

  async function openSchedules(): Promise<Schedule[]> {
    const [active, paused] = await Promise.all([
      schedules.list({ status: "active", limit: MAX_SCHEDULES }),
      schedules.list({ status: "paused", limit: MAX_SCHEDULES }),
    ]);
    return [...active, ...paused];
  }

  /** Handles one schedule. Returns when to check it again. */
  async function handle(seen: Schedule): Promise<number> {
    const now = clock.now();
    const due = settleDue(seen, now, limits) !== undefined;
    const schedule = due ? await schedules.change(seen.id, (latest) => settleDue(latest, now, limits)) : seen;
    const { id, current, waiting, nextAt } = schedule;
    if (current?.parked === true) return handleParked(schedule, current.run, now);
    const free = current === undefined ? waiting.length > 0 : isAbandoned(current, now, leaseMs);
    if (free && !working.has(id)) {
      if (working.size >= maxConcurrent) return now + 100;
      await take(schedule, now);
    }
    return Math.min(nextAt ?? Number.POSITIVE_INFINITY, current?.leaseUntil ?? Number.POSITIVE_INFINITY);
  }

  /** Resumes runs whose questions to people are all answered. */
  async function handleParked({ id }: Schedule, run: string, now: number): Promise<number> {
    const found = await performer.look(run);
    if (found.state === "open" && found.waits) return now + PARKED_POLL_MS;
    await schedules.change(id, (latest) =>
      latest.current?.run === run && latest.current.parked === true
        ? { ...latest, current: { ...latest.current, parked: false, leaseUntil: 0 } }
        : undefined,
    );
    return now;
  }

  async function take(seen: Schedule, now: number): Promise<void> {
    const run = parts.newRun(now);
    const schedule = await schedules.change(seen.id, (latest) => claim(latest, { now, owner, leaseMs, run }));
    const { id, current } = schedule;
    if (current?.owner !== owner || working.has(id)) return;
    const leaving = new AbortController();
    const done = workOn(schedule, { run: current.run, owner }, { ...parts, leaving })
      .catch(parts.onFault)
      .finally(() => working.delete(id));
    working.set(id, { done, leave: () => leaving.abort() });
  }

  async function idle(): Promise<void> {
    while (working.size > 0) await Promise.all([...working.values()].map(({ done }) => done));
  }

  return {
    tick,
    idle,
    async run(signal) {
      let { revision } = await schedules.changedSince();
      let wake = new AbortController();
      // The store notifies of possible changes. Most of the time nothing has changed.
      const look = async () => {
        const changes = await schedules.changedSince(revision);
        revision = changes.revision;
        if (changes.entries.length > 0) wake.abort();
      };
      const stopWatching = schedules.watch(() => void look().catch(() => undefined));
      const stop = () => wake.abort();
      signal.addEventListener("abort", stop);
      try {
        while (!signal.aborted) {
          wake = new AbortController();
          const next = await tick().catch((error: unknown) => {
            parts.onFault(error);
            return clock.now() + RETRY_DELAY_MS;
          });
          const wait = Math.min(Math.max(0, next - clock.now()), MAX_WAIT_MS);
          if (!signal.aborted) await clock.wait(wait, wake.signal);
        }
      } finally {
        stopWatching();
        signal.removeEventListener("abort", stop);
        for (const work of working.values()) work.leave();
        await idle();
      }
    },
  };
}
