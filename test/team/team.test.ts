import { afterAll, beforeAll, expect, test } from "vitest";
import { createRuntime } from "../../src/runtime.ts";
import { hasPostgres } from "../store/a-postgres.ts";
import { answer, aTeam, follow, type SentEvent, say, type TeamNode, until } from "./a-team.ts";

let team: Awaited<ReturnType<typeof aTeam>>;
let webA: TeamNode;
let webB: TeamNode;

beforeAll(async () => {
  if (!hasPostgres) return;
  team = await aTeam();
  [webA, webB] = await Promise.all([team.start("web"), team.start("web")]);
  await Promise.all([team.start("worker"), team.start("worker")]);
}, 120_000);
afterAll(() => team?.[Symbol.asyncDispose]());

const types = (events: readonly SentEvent[]) => events.map(({ type }) => type);

/** Sends a message at a web process, and reads until its first question. */
async function asked(node: TeamNode, message: string) {
  const seen: SentEvent[] = [];
  const events = say(node, message);
  for (;;) {
    const { value } = await events.next();
    if (value === undefined) throw new Error(`No question: ${types(seen)}`);
    seen.push(value);
    if (value.type === "approval-start")
      return { seen, events, id: String(value.data.id), runId: String(value.data.runId) };
  }
}

/** What `log verify` says of a run, from a process that had nothing to do with it. */
async function verified(runId: string) {
  const config = { store: team.address, runs: "workers" } as const;
  await using runtime = createRuntime({ workspace: team.workspace, home: team.home, variables: {}, config });
  return await runtime.history.verify(runId);
}

test.runIf(hasPostgres)(
  "a message at one web process runs at a worker, is answered at the other, and both stream it to its end",
  async () => {
    const { seen, events, id, runId } = await asked(webA, "do alpha");
    expect(team.lines("begun.txt")).toEqual([]);
    const first = seen.find((event) => event.type === "run-start")?.id ?? "";
    const atB = Array.fromAsync(follow(webB, first));
    // No process holds a run that waits for a person.
    await until(async () => (await team.store.shared?.leases.holders([runId]))?.size === 0 || undefined);
    expect((await answer(webB, id, "approve")).status).toBe(200);
    const rest = await Array.fromAsync(events);
    expect(rest.at(-1)).toMatchObject({
      type: "run-end",
      data: { status: "done", answer: "Answered: do alpha" },
    });
    expect(team.lines("done.txt")).toEqual(["alpha"]);
    expect(types(await atB)).toEqual(types([...seen, ...rest]).slice(1));
    expect(types(seen)).not.toContain("run-end");
  },
  60_000,
);

test.runIf(hasPostgres)(
  "kill -9 of the worker in the middle of a call: another one goes on, and the call is not made again",
  async () => {
    const { events, id, runId } = await asked(webA, "twice hold-beta");
    await answer(webB, id, "approve");
    await until(() => team.lines("begun.txt").includes("hold-beta-0") || undefined);
    const holder = await team.holderOf(runId);
    const killed = [...team.nodes].find((node) => node.process.pid === holder);
    await killed?.end("SIGKILL");
    await team.start("worker");
    const rest: SentEvent[] = [];
    for await (const event of events) {
      rest.push(event);
      // The second call is asked about at whichever worker has taken the run over.
      if (event.type !== "approval-start") continue;
      expect(await team.store.approvals.get(String(event.data.id))).toMatchObject({ status: "pending" });
      await answer(webA, String(event.data.id), "deny");
    }
    expect(rest.at(-1)).toMatchObject({ type: "run-end", data: { status: "done" } });
    expect(rest.filter(({ type, data }) => type === "call-end" && data.tool === "act")).toHaveLength(2);
    expect(team.lines("begun.txt").filter((line) => line === "hold-beta-0")).toHaveLength(1);
    expect(team.lines("done.txt")).not.toContain("hold-beta-0");
    expect(await verified(runId)).toMatchObject({ ok: true });
  },
  60_000,
);
