import { afterAll, beforeAll, expect, test } from "vitest";
import type { HarbourEvent } from "../../src/contract/event.ts";
import { hasPostgres } from "../store/a-postgres.ts";
import { answer, aTeam, type SentEvent, say, type TeamNode, until } from "./a-team.ts";

let team: Awaited<ReturnType<typeof aTeam>>;
let webs: TeamNode[];
let worker: TeamNode;

beforeAll(async () => {
  if (!hasPostgres) return;
  team = await aTeam();
  [worker, ...webs] = await Promise.all([team.start("worker"), team.start("web"), team.start("web")]);
});
afterAll(() => team?.[Symbol.asyncDispose]());

/** A program that says what became of its first call, and then makes a second one. */
const program = (
  name: string,
) => `const first = await tools.act({ what: "${name}-1" }).then(() => "made", ({ code }) => code);
  const second = await tools.act({ what: "${name}-2" });
  return { first, second };`;

/** The next open question of a run. */
const question = (about: string) =>
  until(async () => {
    const open = await team.store.approvals.list({ status: "pending", limit: 10 });
    return open.find((asked) => JSON.stringify(asked).includes(about));
  });

/** The results of a tool in the log of a run, once the run has ended. */
async function results(runId: string, tool: string, status = "done") {
  await until(async () => ((await team.store.runs.get(runId))?.status === status ? true : undefined));
  const rows = (await team.store.shared?.logs.read(runId, { from: 0, limit: 100 })) ?? [];
  const events = rows.map(({ line }) => JSON.parse(line) as HarbourEvent);
  return events.flatMap((event) => (event.type === "call-end" && event.tool === tool ? [event.result] : []));
}

async function expectDenied(runId: string, name: string): Promise<void> {
  expect(await results(runId, "run_program")).toMatchObject([
    { ok: true, output: { first: "approval_denied", second: `${name}-2` } },
  ]);
  expect(await results(runId, "act")).toMatchObject([
    { ok: false, error: { code: "approval_denied" } },
    { ok: true, output: `${name}-2` },
  ]);
  expect(team.lines("begun.txt").filter((line) => line.startsWith(name))).toEqual([`${name}-2`]);
  expect(await team.broken([runId])).toEqual([]);
}

test.runIf(hasPostgres).each(["lives", "was killed"])(
  "a no at another web process reaches the program of a conversation whose worker %s, as an error code",
  async (state) => {
    const [asked, answering] = webs as [TeamNode, TeamNode];
    const name = state === "lives" ? "talk" : "taken";
    const input = JSON.stringify({ code: program(name) });
    const seen: Promise<SentEvent[]> = Array.fromAsync(say(asked, `call run_program ${input}`));
    const { id, runId } = await question(`${name}-1`);
    if (state !== "lives") {
      await worker.end("SIGKILL");
      worker = await team.start("worker");
    }
    expect((await answer(answering, id, "deny")).status).toBe(200);
    expect((await answer(answering, (await question(`${name}-2`)).id, "approve")).status).toBe(200);
    expect((await seen).at(-1)).toMatchObject({ type: "run-end", data: { status: "done" } });
    await expectDenied(runId, name);
  },
);

/** Leaves a program without a conversation with an open question, as a process that is killed leaves it. */
async function leftProgram(name: string, code: string) {
  const doomed = await team.start("web");
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ input: { code }, park: true });
  fetch(`${doomed.url}/api/tools/run_program/call`, { method: "POST", headers, body }).catch(() => {});
  const asked = await question(name);
  await doomed.end("SIGKILL");
  return asked;
}

test.runIf(hasPostgres)(
  "a no right after kill -9 of the process of a program without a conversation reaches it at a worker",
  async () => {
    const code = `return tools.act({ what: "alone" }).then(() => "made", ({ code }) => code);`;
    const { id, runId } = await leftProgram("alone", code);
    expect((await answer(webs[0] as TeamNode, id, "deny")).status).toBe(200);
    expect(await results(runId, "run_program")).toMatchObject([{ ok: true, output: "approval_denied" }]);
    expect(await results(runId, "act")).toMatchObject([{ ok: false, error: { code: "approval_denied" } }]);
    expect(team.lines("begun.txt")).not.toContain("alone");
    expect(await team.broken([runId])).toEqual([]);
  },
);

test.runIf(hasPostgres)(
  "a no to the plan of a program whose process was killed ends the program at a worker",
  async () => {
    const { id, runId, lines } = await leftProgram("planned-1", program("planned"));
    expect(lines).toHaveLength(2);
    expect((await answer(webs[0] as TeamNode, id, "deny")).status).toBe(200);
    expect(await results(runId, "run_program", "failed")).toMatchObject([
      { ok: false, error: { code: "approval_denied" } },
    ]);
    expect(team.lines("begun.txt").filter((line) => line.startsWith("planned"))).toEqual([]);
  },
);
