import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasPostgres } from "../store/a-postgres.ts";
import { answer, aTeam, follow, type SentEvent, say, type TeamNode, until } from "./a-team.ts";

let team: Awaited<ReturnType<typeof aTeam>>;
let webA: TeamNode;
let webB: TeamNode;

beforeAll(async () => {
  if (!hasPostgres) return;
  team = await aTeam();
  [webA, webB] = await Promise.all([team.start("web"), team.start("web")]);
  await Promise.all([team.start("worker", { runs: 1 }), team.start("worker", { runs: 1 })]);
});
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

test.runIf(hasPostgres)("forty first messages at once are all taken and answered", async () => {
  const ends = Array.from({ length: 40 }, async (_none, index) => {
    const events = await Array.fromAsync(say(webB, `hello ${index}`));
    return events.at(-1)?.data.answer;
  });
  expect(await Promise.all(ends)).toEqual(ends.map((_end, index) => `Answered: hello ${index}`));
});

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
);

test.runIf(hasPostgres)(
  "pieces of an answer reach the browsers of all web processes while the model writes, and /api/events tells of runs elsewhere",
  async () => {
    const heard: string[] = [];
    const leaving = new AbortController();
    const feed = await fetch(`${webB.url}/api/events`, { signal: leaving.signal });
    const hearing = (async () => {
      for await (const chunk of feed.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.push(chunk);
    })().catch(() => {});
    await until(() => heard.join("").includes("event: open") || undefined);
    const atA = say(webA, "slow omega");
    const begun: SentEvent[] = [];
    for (let text = ""; text === ""; ) {
      const { value } = await atA.next();
      if (value === undefined) throw new Error(`No piece: ${types(begun)}`);
      begun.push(value);
      text = value.type === "text-delta" ? String(value.data.text) : "";
    }
    expect(types(begun)).not.toContain("model-end");
    // Another browser that comes to another web process gets the piece that was said before.
    const atB = follow(webB, begun.find(({ type }) => type === "run-start")?.id ?? "");
    for (;;) if ((await atB.next()).value?.type === "text-delta") break;
    await until(() => heard.join("").includes("event: text-delta") || undefined);
    writeFileSync(join(team.workspace, "go-omega"), "");
    const rest = await Array.fromAsync(atA);
    const pieces = [...begun, ...rest].filter(({ type }) => type === "text-delta");
    expect("Answered: slow omega".startsWith(pieces.map(({ data }) => data.text).join(""))).toBe(true);
    expect(rest.at(-1)).toMatchObject({ type: "run-end", data: { answer: "Answered: slow omega" } });
    await Array.fromAsync(atB);
    // The end of an earlier run may come late.
    const [run = "no run"] = begun.find(({ type }) => type === "run-start")?.id.split(":") ?? [];
    const ofRun = () =>
      heard
        .join("")
        .split("\n\n")
        .filter((event) => event.includes(run));
    const typesOfRun = () => ofRun().map((event) => /^event: ([\w-]+)$/m.exec(event)?.[1]);
    await until(() => typesOfRun().includes("run-end") || undefined);
    leaving.abort();
    await hearing;
    const told = typesOfRun();
    const records = [...types(begun), ...types(rest)].filter((type) => type !== "text-delta");
    expect(told.filter((type) => type !== "text-delta" && records.includes(type ?? ""))).toEqual(records);
  },
);

test.runIf(hasPostgres)(
  "kill -9 of one worker and a long stop of another in the middle of calls: a third goes on, and nothing is done or written twice",
  async () => {
    // Each worker takes one run at a time: the two runs are at two workers.
    const killed = await asked(webA, "twice hold-beta");
    await answer(webB, killed.id, "approve");
    await until(() => team.lines("begun.txt").includes("hold-beta-0") || undefined);
    const stopped = await asked(webA, "do hold-gamma");
    await answer(webB, stopped.id, "approve");
    await until(() => team.lines("begun.txt").includes("hold-gamma") || undefined);
    const victim = await team.holderOf(killed.runId);
    const sleeper = await team.holderOf(stopped.runId);
    process.kill(sleeper, "SIGSTOP");
    await [...team.nodes].find((node) => node.process.pid === victim)?.end("SIGKILL");
    await team.start("worker");

    const rest: SentEvent[] = [];
    for await (const event of killed.events) {
      rest.push(event);
      // The second call is asked about at the worker that has taken the run over.
      if (event.type === "approval-start") await answer(webA, String(event.data.id), "deny");
    }
    expect(rest.at(-1)).toMatchObject({ type: "run-end", data: { status: "done" } });
    expect(rest.filter(({ type, data }) => type === "call-end" && data.tool === "act")).toHaveLength(2);
    expect(team.lines("begun.txt").filter((line) => line === "hold-beta-0")).toHaveLength(1);
    expect(team.lines("done.txt")).not.toContain("hold-beta-0");
    expect(await team.broken([killed.runId])).toEqual([]);

    const last = (await Array.fromAsync(stopped.events)).at(-1);
    expect(last).toMatchObject({ type: "run-end", data: { status: "done" } });
    const records = await team.store.shared?.logs.read(stopped.runId, { from: 0, limit: 1_000 });
    writeFileSync(join(team.workspace, "go-hold-gamma"), "");
    process.kill(sleeper, "SIGCONT");
    // It does what it was in the middle of, its record of that is refused, and it works on.
    await until(() => team.lines("done.txt").includes("hold-gamma") || undefined);
    const next = await asked(webA, "do delta");
    await answer(webA, next.id, "approve");
    await Array.fromAsync(next.events);
    expect(await team.store.shared?.logs.read(stopped.runId, { from: 0, limit: 1_000 })).toEqual(records);
    expect(await team.store.conversations.turn(stopped.runId)).toMatchObject({ status: "done" });
    expect(team.lines("begun.txt").filter((line) => line === "hold-gamma")).toHaveLength(1);
    expect(await team.broken([stopped.runId])).toEqual([]);
  },
);

test.runIf(hasPostgres)(
  "a worker that is told to end finishes the step that it is in, and hands its run over",
  async () => {
    const { events, id, runId } = await asked(webA, "twice hold-epsilon");
    await answer(webA, id, "approve");
    await until(() => team.lines("begun.txt").includes("hold-epsilon-0") || undefined);
    const holder = await team.holderOf(runId);
    const draining = [...team.nodes].find((node) => node.process.pid === holder);
    const ended = draining?.end("SIGTERM");
    writeFileSync(join(team.workspace, "go-hold-epsilon-0"), "");
    for await (const event of events)
      if (event.type === "approval-start") await answer(webB, String(event.data.id), "deny");
    await ended;
    expect(team.lines("done.txt").filter((line) => line === "hold-epsilon-0")).toHaveLength(1);
    expect(await team.broken([runId])).toEqual([]);
    await team.start("worker");
  },
);

test.runIf(hasPostgres)("a run is stopped at a web process that does not have it", async () => {
  const { events, id, runId } = await asked(webA, "do hold-zeta");
  await answer(webA, id, "approve");
  await until(() => team.lines("begun.txt").includes("hold-zeta") || undefined);
  expect((await fetch(`${webB.url}/api/runs/${runId}/stop`, { method: "POST" })).status).toBe(200);
  expect((await Array.fromAsync(events)).at(-1)).toMatchObject({
    type: "run-end",
    data: { status: "cancelled" },
  });
});

test.runIf(hasPostgres)(
  "without PostgreSQL messages are refused with 503, and when it is back everything works again by itself",
  async () => {
    const { events, id, runId } = await asked(webA, "do eta");
    await team.postgres.stop();
    expect((await fetch(`${webB.url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${webB.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: "not ready: the store and the queue do not answer" },
    ]);
    const refused = await fetch(`${webB.url}/api/chat`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message: "do theta" }),
    });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: "server_unavailable" });
    await team.postgres.start();
    await until(async () => (await fetch(`${webB.url}/readyz`)).status === 200 || undefined);
    expect((await answer(webB, id, "approve")).status).toBe(200);
    const [last] = (await Array.fromAsync(events)).slice(-1);
    expect(last).toMatchObject({ type: "run-end", data: { status: "done" } });
    expect(team.lines("done.txt").filter((line) => line === "eta")).toHaveLength(1);
    expect(await team.broken([runId])).toEqual([]);
  },
);
