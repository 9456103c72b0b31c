import type { Current, Occurrence, PastOccurrence, Schedule } from "../contract/user/schedule.ts";
import { dueBetween, nextDue } from "./due-times.ts";

// Each step takes a schedule and returns the changed one, or `undefined` if there is nothing to do. The store
// makes each change atomically.

export interface DueLimits {
  /** How late a time may be processed and still count as on time. */
  readonly graceMs: number;
  /** Maximum number of missed times to catch up on. */
  readonly mostMissed: number;
}

const MAX_PAST = 20;
/** If the clock went back by more than this, it was wrong before. If by less, past occurrences are not repeated. */
const MAX_CLOCK_STEP_MS = 86_400_000;

/** Processes every time that has come, according to the policy for missed times, and computes the next one. */
export function settleDue(schedule: Schedule, now: number, limits: DueLimits): Schedule | undefined {
  const { status, when } = schedule;
  if (status !== "active") return undefined;
  const nextAt = trueNext(schedule, now);
  if (nextAt === undefined || nextAt > now)
    return nextAt === schedule.nextAt ? undefined : withNext(schedule, nextAt);
  const { times, count } = dueBetween(when, { from: nextAt, until: now, most: limits.mostMissed });
  const chosen = chooseDue(times, schedule.missed, now - limits.graceMs);
  const waiting = addWaiting(schedule, chosen, limits);
  const added = waiting.length - schedule.waiting.length;
  const skipped = schedule.skipped + count - added;
  return markDone(withNext({ ...schedule, waiting, skipped, updatedAt: now }, nextDue(when, now)));
}

/** Marks a schedule as done if nothing is left to do. */
function markDone(schedule: Schedule): Schedule {
  const { status, nextAt, waiting, current } = schedule;
  const over = status === "active" && nextAt === undefined && waiting.length === 0 && current === undefined;
  return over ? { ...schedule, status: "done" } : schedule;
}

function chooseDue(times: readonly number[], missed: Schedule["missed"], onTimeFrom: number): number[] {
  if (missed === "all") return [...times];
  const latest = times.slice(-1);
  return missed === "once" ? latest : latest.filter((time) => time >= onTimeFrom);
}

/** While one occurrence runs, further times wait: all of them if each counts, otherwise only the latest. */
function addWaiting(
  { waiting, missed }: Schedule,
  chosen: readonly number[],
  { mostMissed }: DueLimits,
): Occurrence[] {
  const fresh = chosen.map((due): Occurrence => ({ due, why: "clock" }));
  const triggered = waiting.filter(({ why }) => why === "trigger");
  const due = [...waiting.filter(({ why }) => why === "clock"), ...fresh];
  return [...triggered, ...due.slice(missed === "all" ? -mostMissed : -1)];
}

function trueNext({ when, nextAt, past }: Schedule, now: number): number | undefined {
  const last = past.at(-1)?.startedAt ?? Number.NEGATIVE_INFINITY;
  return last > now + MAX_CLOCK_STEP_MS ? nextDue(when, now) : nextAt;
}

function withNext({ nextAt: _before, ...schedule }: Schedule, nextAt: number | undefined): Schedule {
  return nextAt === undefined ? schedule : { ...schedule, nextAt };
}

interface Claim {
  readonly now: number;
  readonly owner: string;
  readonly leaseMs: number;
  /** The id for the run, if one begins. */
  readonly run: string;
}

/** Claims work: the next waiting occurrence, or one whose worker is gone. Only one at a time, so that they do not overlap. */
export function claim(schedule: Schedule, { now, owner, leaseMs, run }: Claim): Schedule | undefined {
  const { current, waiting } = schedule;
  const leaseUntil = now + leaseMs;
  if (current !== undefined)
    return isAbandoned(current, now, leaseMs)
      ? { ...schedule, current: { ...current, owner, leaseUntil } }
      : undefined;
  const [next, ...rest] = waiting;
  if (next === undefined) return undefined;
  return { ...schedule, waiting: rest, current: { ...next, run, owner, leaseUntil, startedAt: now } };
}

/** Whether no process works on it any more. A lease far in the future was taken before the clock went back. */
export function isAbandoned({ leaseUntil, parked = false }: Current, now: number, leaseMs: number): boolean {
  return !parked && (leaseUntil <= now || leaseUntil > now + 2 * leaseMs);
}

/** Changes a claimed occurrence if the worker still has the claim. */
export function changeClaimed(
  schedule: Schedule,
  { run, owner }: Pick<Current, "run" | "owner">,
  change: (current: Current) => Current,
): Schedule | undefined {
  const { current } = schedule;
  if (current?.run !== run || current.owner !== owner) return undefined;
  return { ...schedule, current: change(current) };
}

/** Records how an occurrence ended. A one-time schedule is then done. */
export function finish(
  schedule: Schedule,
  { run, owner }: Pick<Current, "run" | "owner">,
  { status, now }: { readonly status: PastOccurrence["status"]; readonly now: number },
): Schedule | undefined {
  const { current, ...rest } = schedule;
  if (current?.run !== run || current.owner !== owner) return undefined;
  const { due, why, startedAt } = current;
  const past = [...rest.past, { due, why, run, status, startedAt, endedAt: now }].slice(-MAX_PAST);
  const failures = rest.failures + (status === "done" ? 0 : 1);
  return markDone({ ...rest, past, runs: rest.runs + 1, failures, updatedAt: now });
}
