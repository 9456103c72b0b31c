import type { Schedule } from "../../src/contract/user/schedule.ts";

/** A task that is due every minute from one minute on. */
export function aSchedule(fields: Partial<Schedule> = {}): Schedule {
  return {
    id: "s-1",
    runId: "",
    user: "ada",
    conversation: "c",
    door: "cli",
    title: "look",
    kind: "task",
    task: "look at it",
    when: { kind: "every", everyMs: 60_000, from: 60_000 },
    missed: "once",
    unattended: "deny",
    untrusted: [],
    status: "active",
    createdAt: 0,
    updatedAt: 0,
    nextAt: 60_000,
    waiting: [],
    past: [],
    runs: 0,
    failures: 0,
    skipped: 0,
    ...fields,
  };
}
