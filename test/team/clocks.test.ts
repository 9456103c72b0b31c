import { expect, onTestFinished, test, vi } from "vitest";
import { openRunQueue } from "../../src/queue/run-queue.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { sharedOf } from "../../src/wiring/storage/wire-storage.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { aTeam, say } from "./a-team.ts";

test.runIf(hasPostgres).each([
  ["is an hour ahead when it is added", () => 3_600_000],
  ["goes back by an hour again and again", (looks: number) => looks * -3_600_000],
])("a job starts when its delay is over, although the clock of its process %s", async (_, shift) => {
  await using postgres = await aPostgres();
  const store = await openPostgresStore({ address: await postgres.newDatabase() });
  const { sql } = sharedOf(store);
  const queue = await openRunQueue(sql, { onFault: () => {} });
  onTestFinished(async () => {
    await queue.close();
    await store.close();
  });
  const taken = Promise.withResolvers<string>();
  await queue.work(async ({ runId }) => taken.resolve(runId), { concurrency: 1 });
  const { now } = Date;
  let looks = 0;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + shift(++looks));
  onTestFinished(() => clock.mockRestore());
  // What is added is read from the same clock, two looks apart.
  const notBefore = now() + shift(looks + 1) + 200;
  await queue.add({ runId: "late", notBefore }, sql.send);
  expect(await taken.promise).toBe("late");
});

/** Variables for a process whose clock differs by so many milliseconds. */
function clockOff(ms: number): Record<string, string> {
  const shifted = `const now = Date.now;
    globalThis.Date = class extends Date {
      constructor(...given) { super(...(given.length === 0 ? [now() + ${ms}] : given)); }
      static now() { return now() + ${ms}; }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}` };
}

test.runIf(hasPostgres)(
  "a question whose time is over ends its run, although the clock of the worker that goes on is behind",
  async () => {
    await using team = await aTeam();
    const expiring = { TEAM_EXPIRY: "2s" };
    const web = await team.start("web", { variables: expiring });
    const asking = await team.start("worker", { variables: expiring });
    const started = performance.now();
    for await (const event of say(web, "do expiring")) {
      if (event.type === "approval-start") {
        await asking.end("SIGKILL");
        await team.start("worker", { variables: { ...expiring, ...clockOff(-6_000) } });
      }
      if (event.type === "run-end") expect(event.data).toMatchObject({ status: "done" });
    }
    // Its own clock reaches the end of the question six seconds later than that of the worker that asked.
    expect(performance.now() - started).toBeGreaterThan(6_000);
    expect(team.lines("begun.txt")).toEqual([]);
  },
);
