import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HarbourEvent } from "../../src/contract/event.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import { hasPostgres } from "../store/a-postgres.ts";
import { answer, aTeam, type TeamNode, until } from "./a-team.ts";

let team: Awaited<ReturnType<typeof aTeam>>;
let web: TeamNode;

beforeAll(async () => {
  if (!hasPostgres) return;
  team = await aTeam();
  [web] = await Promise.all([team.start("web"), team.start("worker")]);
});
afterAll(() => team?.[Symbol.asyncDispose]());

/** Calls a tool at the web process. */
async function call(tool: string, input: unknown): Promise<Outcome> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ input, park: true });
  const response = await fetch(`${web.url}/api/tools/${tool}/call`, { method: "POST", headers, body });
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.any(String)]);
  return JSON.parse(text);
}

/** Begins an approved call, and lets it end while PostgreSQL is away. */
async function endWhileAway(what: string): Promise<{ readonly outcome: Promise<Outcome> }> {
  const outcome = call("act", { what });
  const { id } = await until(
    async () => (await team.store.approvals.list({ status: "pending", limit: 1 }))[0],
  );
  expect((await answer(web, id, "approve")).status).toBe(200);
  await until(() => team.lines("begun.txt").includes(what) || undefined);
  await team.postgres.stop();
  writeFileSync(`${team.workspace}/go-${what}`, "");
  await until(() => team.lines("done.txt").includes(what) || undefined);
  return { outcome };
}

/** The end of the call and of its run, once both are stored. */
async function stored(runId: string) {
  await until(async () => ((await team.store.runs.get(runId))?.status === "open" ? undefined : true));
  const rows = (await team.store.shared?.logs.read(runId, { from: 0, limit: 100 })) ?? [];
  const events = rows.map(({ line }) => JSON.parse(line) as HarbourEvent);
  const run = await team.store.runs.get(runId);
  const executions = await until(async () => {
    const all = await team.store.executions.list({ runId, limit: 9 });
    return all.some(({ status }) => status === "started") ? undefined : all;
  });
  return {
    status: run?.status,
    executions: executions.map(({ status }) => status),
    results: events.flatMap((event) => (event.type === "call-end" ? [event.result] : [])),
    broken: await team.broken([runId]),
  };
}

const DONE = { status: "done", executions: ["done"], broken: [] };

test.runIf(hasPostgres)(
  "a call that ends while PostgreSQL is away for a moment is not reported as failed",
  async () => {
    const { outcome } = await endWhileAway("hold-short");
    await team.postgres.start();
    expect(await outcome).toMatchObject({ type: "success", output: "hold-short" });
    const { results, ...rest } = await stored((await outcome).runId);
    expect(rest).toEqual(DONE);
    expect(results).toMatchObject([{ ok: true, output: "hold-short" }]);
    expect(team.lines("done.txt")).toEqual(["hold-short"]);
  },
);

test.runIf(hasPostgres)(
  "the client of a call that ends while PostgreSQL is away for long is told that it has run, and its result is recorded later",
  async () => {
    const { outcome } = await endWhileAway("hold-long");
    const { runId, ...told } = await outcome;
    expect(told).toMatchObject({
      type: "failure",
      error: {
        code: "server_unavailable",
        message: expect.stringMatching(
          new RegExp(
            `The tool has run: do not repeat the call\\..* \`dejima log show ${runId}\` then shows it$`,
          ),
        ),
        details: { ran: true, store: "away" },
      },
    });
    await team.postgres.start();
    const { results, ...rest } = await stored(runId);
    expect(rest).toEqual(DONE);
    expect(results).toMatchObject([{ ok: true, output: "hold-long" }]);
    expect(team.lines("done.txt").filter((line) => line === "hold-long")).toHaveLength(1);
  },
);
