import { randomBytes } from "node:crypto";
import type { Schedule } from "../contract/schedule.ts";
import { claim, isLeft, settleDue } from "./steps.ts";
import { type SchedulerParts, workOn } from "./work-on.ts";

/** Runs what is due. Any number of processes may have one on the same store. */
export interface Scheduler {
  /** Looks once at what is due and begins it; gives the time of the next look. Only the schedule of `id` when it is given. */
  tick(id?: string): Promise<number>;
  /** Resolves when nothing that was begun here goes on. */
  idle(): Promise<void>;
  /** Looks again and again until the signal aborts; what goes on then is left for another process. */
  run(signal: AbortSignal): Promise<void>;
}

/** However far away the next time is: clocks are set, machines sleep. */
const LONGEST_WAIT_MS = 30_000;
const MOST_SCHEDULES = 10_000;
/** How often a look is taken at whether a person has answered. */
const PARKED_LOOK_MS = 2_000;

const AFTER_FAULT_MS = 1_000;

/** Creates a scheduler. Nothing runs until `run` or `look` is called. */
export function createScheduler(parts: SchedulerParts): Scheduler {
  const { schedules, performer, clock, limits } = parts;
  const { leaseMs, maxConcurrent } = limits;
  const owner = `${process.pid}-${randomBytes(6).toString("hex")}`;
  const working = new Map<string, { readonly done: Promise<void>; leave(): void }>();

  async function tick(id?: string): Promise<number> {
    const held = id === undefined ? await living() : [await schedules.get(id)];
    let next = clock.now() + LONGEST_WAIT_MS;
    for (const schedule of held) if (schedule !== undefined) next = Math.min(next, await attend(schedule));
    return next;
  }

  async function living(): Promise<Schedule[]> {
    const [active, paused] = await Promise.all([
      schedules.list({ status: "active", limit: MOST_SCHEDULES }),
      schedules.list({ status: "paused", limit: MOST_SCHEDULES }),
    ]);
    return [...active, ...paused];
  }

  /** Sees to one schedule; gives when to look at it again. */
  async function attend(seen: Schedule): Promise<number> {
    const now = clock.now();
    const due = settleDue(seen, now, limits) !== undefined;
    const schedule = due ? await schedules.change(seen.id, (held) => settleDue(held, now, limits)) : seen;
    const { id, current, waiting, nextAt } = schedule;
    if (current?.parked === true) return attendParked(schedule, current.run, now);
    const free = current === undefined ? waiting.length > 0 : isLeft(current, now, leaseMs);
    if (free && !working.has(id)) {
      if (working.size >= maxConcurrent) return now + 100;
      await take(schedule, now);
    }
    return Math.min(nextAt ?? Number.POSITIVE_INFINITY, current?.leaseUntil ?? Number.POSITIVE_INFINITY);
  }

  /** Resumes runs whose questions to people are all answered. */
  async function attendParked({ id }: Schedule, run: string, now: number): Promise<number> {
    const looked = await performer.look(run);
    if (looked.state === "open" && looked.waits) return now + PARKED_LOOK_MS;
    await schedules.change(id, (held) =>
      held.current?.run === run && held.current.parked === true
        ? { ...held, current: { ...held.current, parked: false, leaseUntil: 0 } }
        : undefined,
    );
    return now;
  }

  async function take(seen: Schedule, now: number): Promise<void> {
    const run = parts.newRun(now);
    const schedule = await schedules.change(seen.id, (held) => claim(held, { now, owner, leaseMs, run }));
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
      // The store says that something may have changed; most of the time nothing has.
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
            return clock.now() + AFTER_FAULT_MS;
          });
          const wait = Math.min(Math.max(0, next - clock.now()), LONGEST_WAIT_MS);
          if (!signal.aborted) await clock.wait(wait, wake.signal);
        }
      } finally {
        stopWatching();
        signal.removeEventListener("abort", stop);
        for (const held of working.values()) held.leave();
        await idle();
      }
    },
  };
}
