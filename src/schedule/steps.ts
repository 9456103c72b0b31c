import type { Current, Occurrence, Past, Schedule } from "../contract/schedule.ts";
import { dueBetween, nextDue } from "./due-times.ts";

// Each step takes a schedule and returns the changed one, or `undefined` if there is nothing to do. The store
// makes each change atomically.

export interface DueLimits {
  /** How late a time may be looked at and still count as on time. */
  readonly graceMs: number;
  /** The most missed times that are made up for. */
  readonly mostMissed: number;
}

const MOST_PAST = 20;
/** A clock that went back by more was wrong before; by less, what ran is not run again. */
const CLOCK_WAS_WRONG_MS = 86_400_000;

/** Takes note of every time that has come, as its policy says, and looks for the next. */
export function settleDue(schedule: Schedule, now: number, limits: DueLimits): Schedule | undefined {
  const { status, when } = schedule;
  if (status !== "active") return undefined;
  const nextAt = trueNext(schedule, now);
  if (nextAt === undefined || nextAt > now)
    return nextAt === schedule.nextAt ? undefined : withNext(schedule, nextAt);
  const { times, count } = dueBetween(when, { from: nextAt, until: now, most: limits.mostMissed });
  const chosen = chooseDue(times, schedule.missed, now - limits.graceMs);
  const waiting = withoutPiles(schedule, chosen, limits);
  const added = waiting.length - schedule.waiting.length;
  const skipped = schedule.skipped + count - added;
  return closed(withNext({ ...schedule, waiting, skipped, updatedAt: now }, nextDue(when, now)));
}

/** One that has nothing left to do is done. */
function closed(schedule: Schedule): Schedule {
  const { status, nextAt, waiting, current } = schedule;
  const over = status === "active" && nextAt === undefined && waiting.length === 0 && current === undefined;
  return over ? { ...schedule, status: "done" } : schedule;
}

function chooseDue(times: readonly number[], missed: Schedule["missed"], onTimeFrom: number): number[] {
  if (missed === "all") return [...times];
  const latest = times.slice(-1);
  return missed === "once" ? latest : latest.filter((time) => time >= onTimeFrom);
}

/** While one runs, further times wait: each of them where each counts, otherwise only the latest. */
function withoutPiles(
  { waiting, missed }: Schedule,
  chosen: readonly number[],
  { mostMissed }: DueLimits,
): Occurrence[] {
  const fresh = chosen.map((due): Occurrence => ({ due, why: "clock" }));
  const called = waiting.filter(({ why }) => why === "trigger");
  const due = [...waiting.filter(({ why }) => why === "clock"), ...fresh];
  return [...called, ...due.slice(missed === "all" ? -mostMissed : -1)];
}

function trueNext({ when, nextAt, past }: Schedule, now: number): number | undefined {
  const last = past.at(-1)?.startedAt ?? Number.NEGATIVE_INFINITY;
  return last > now + CLOCK_WAS_WRONG_MS ? nextDue(when, now) : nextAt;
}

function withNext({ nextAt: _before, ...schedule }: Schedule, nextAt: number | undefined): Schedule {
  return nextAt === undefined ? schedule : { ...schedule, nextAt };
}

interface Claim {
  readonly now: number;
  readonly owner: string;
  readonly leaseMs: number;
  /** The id of the run, should one begin. */
  readonly run: string;
}

/** Takes what is to be worked on: the next that waits, or one whose worker is gone. One at a time: no overlap. */
export function claim(schedule: Schedule, { now, owner, leaseMs, run }: Claim): Schedule | undefined {
  const { current, waiting } = schedule;
  const leaseUntil = now + leaseMs;
  if (current !== undefined)
    return isLeft(current, now, leaseMs)
      ? { ...schedule, current: { ...current, owner, leaseUntil } }
      : undefined;
  const [next, ...rest] = waiting;
  if (next === undefined) return undefined;
  return { ...schedule, waiting: rest, current: { ...next, run, owner, leaseUntil, startedAt: now } };
}

/** Whether no process works on it any more. A lease far in the future was taken before the clock went back. */
export function isLeft({ leaseUntil, parked = false }: Current, now: number, leaseMs: number): boolean {
  return !parked && (leaseUntil <= now || leaseUntil > now + 2 * leaseMs);
}

/** Changes what a worker holds, as long as it does. */
export function changeHeld(
  schedule: Schedule,
  { run, owner }: Pick<Current, "run" | "owner">,
  change: (current: Current) => Current,
): Schedule | undefined {
  const { current } = schedule;
  if (current?.run !== run || current.owner !== owner) return undefined;
  return { ...schedule, current: change(current) };
}

/** Writes down how an occurrence ended. One that was to run once is done with it. */
export function finish(
  schedule: Schedule,
  { run, owner }: Pick<Current, "run" | "owner">,
  { status, now }: { readonly status: Past["status"]; readonly now: number },
): Schedule | undefined {
  const { current, ...rest } = schedule;
  if (current?.run !== run || current.owner !== owner) return undefined;
  const { due, why, startedAt } = current;
  const past = [...rest.past, { due, why, run, status, startedAt, endedAt: now }].slice(-MOST_PAST);
  const failures = rest.failures + (status === "done" ? 0 : 1);
  return closed({ ...rest, past, runs: rest.runs + 1, failures, updatedAt: now });
}
