import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";
import { aServer, runEvents, type TestServer } from "./a-server.ts";
import { readSse, type Sse } from "./read-sse.ts";

const config = { permissions: { confirm: ["write_file"] } };

const write = (name: string) => ({ tool: "write_file", input: { path: `out/${name}.txt`, content: name } });

async function takeUntil(stream: AsyncGenerator<Sse>, type: string, count = 1): Promise<Sse[]> {
  const seen: Sse[] = [];
  while (seen.filter(({ event }) => event === type).length < count) {
    const { value, done } = await stream.next();
    if (done === true) throw new Error(`the stream ended before ${type}`);
    seen.push(value);
  }
  return seen;
}

async function asking(world: TestServer, count: number) {
  const response = await world.post("/api/chat", { message: "write them", conversation: "c-1" });
  const stream = readSse(response);
  const events = runEvents(await takeUntil(stream, "approval-start", count));
  const ids = events.flatMap((event) => (event.type === "approval-start" ? [event.id ?? ""] : []));
  return { run: response.headers.get("x-run-id") ?? "", stream, ids };
}

test("a stopped run withdraws its open questions; approving one afterwards runs nothing and says so", async () => {
  await using world = await aServer({
    config,
    script: [{ calls: [write("f1"), write("f2")] }, { text: "Both are written." }],
  });
  const { run, stream, ids } = await asking(world, 2);
  const answer = (id: string | undefined) => world.post(`/api/approvals/${id}/answer`, { answer: "approve" });
  expect(await (await world.post(`/api/runs/${run}/stop`)).json()).toEqual({ run, stopped: true });
  expect(await world.json("/api/approvals?status=pending")).toEqual([]);
  const rest = runEvents(await Array.fromAsync(stream));
  expect(rest.at(-1)).toMatchObject({ type: "run-end", status: "cancelled" });
  const ends = rest.filter(({ type }) => type === "approval-end");
  expect(ends).toMatchObject([
    { answer: "withdrawn", by: "nobody" },
    { answer: "withdrawn", by: "nobody" },
  ]);
  for (const id of ids) {
    expect(await (await answer(id)).json()).toMatchObject({
      accepted: false,
      message: `${id} was withdrawn because the call that asked was stopped; nothing was run`,
      approval: { status: "withdrawn" },
    });
  }
  await expect(access(join(world.workspace, "out/f2.txt"))).rejects.toThrow("ENOENT");
  expect(await world.json(`/api/runs/${run}`)).toMatchObject({ status: "cancelled" });
  // A reply in the conversation is no way around it.
  const said = await world.chat({ message: `yes ${ids[0]}`, conversation: "c-1" });
  expect(said[0]).toMatchObject({ event: "reply", data: { type: "answered", accepted: false } });
  await expect(access(join(world.workspace, "out/f1.txt"))).rejects.toThrow("ENOENT");
});

test("a run that waits in the store with no process can be stopped, and its question is withdrawn with it", async () => {
  await using before = await aServer({ config, script: [{ calls: [write("f1")] }] });
  const { run, ids } = await asking(before, 1);
  await before.server.close();
  await before.runtime.close();
  const later = createRuntime({ workspace: before.workspace, home: before.home, config });
  const person = { user: "local", door: "cli", mayApprove: true, seesAll: true } as const;
  expect(await later.conversations.stop(run, person)).toBe(true);
  const answer = { answer: "approve", by: "ann", door: "cli" } as const;
  expect(await later.approvals.answer(ids[0] ?? "", answer)).toMatchObject({ accepted: false });
  expect(await later.conversations.stop(run, person)).toBe(false);
  expect(await later.history.verify(run)).toMatchObject({ ok: true });
  await expect.poll(async () => (await later.history.get(run)).status).toBe("cancelled");
  await expect(later.resumeApproved(ids[0] ?? "")).rejects.toThrow(/was stopped/);
  await later.close();
});

test("a call that is approved while no process has its run ends the call, not the run: the answer still comes", async () => {
  await using before = await aServer({ config, script: [{ calls: [write("f1")] }] });
  const { run, ids } = await asking(before, 1);
  await before.server.close();
  await before.runtime.close();
  const model = new ScriptedModel([{ text: "It is written." }]);
  const later = createRuntime({ workspace: before.workspace, home: before.home, config, model });
  expect((await later.history.get(run)).status).toBe("interrupted");
  await later.approvals.answer(ids[0] ?? "", { answer: "approve", by: "ann", door: "cli" });
  expect(await later.resumeApproved(ids[0] ?? "")).toMatchObject({ type: "success" });
  expect((await later.history.get(run)).status).toBe("interrupted");
  const rest = await Array.fromAsync(later.agent.resume(run));
  expect(rest.at(-1)).toMatchObject({ type: "run-end", status: "done", answer: "It is written." });
  expect((await later.history.get(run)).status).toBe("done");
  expect(await later.history.verify(run)).toMatchObject({ ok: true });
  await later.close();
});

test("a caller who gives up withdraws a parked question, too", async () => {
  await using world = await aRuntime({ config, park: "wait" });
  const stop = new AbortController();
  world.runtime.subscribe((event) => void (event.type === "approval-start" && stop.abort()));
  const { tool, input } = write("f1");
  expect(await world.runtime.execute(tool, input, { signal: stop.signal })).toMatchObject({
    error: { code: "cancelled" },
  });
  expect(await world.runtime.approvals.list({ status: "withdrawn" })).toHaveLength(1);
  expect(await world.runtime.approvals.list({ status: "pending" })).toEqual([]);
});

test("a question that nobody answers in time is expired, not denied, in the log, in the figures and for the caller", async () => {
  await using world = await aServer({
    config: { ...config, approvals: { expiry: { parked: 30, chat: 30 } } },
    script: [{ calls: [write("f1")] }, { text: "Nobody answered." }],
  });
  const events = runEvents(await world.chat({ message: "write it" }));
  expect(events).toContainEqual(
    expect.objectContaining({ type: "approval-end", answer: "expired", by: "nobody" }),
  );
  const end = events.find((event) => event.type === "call-end");
  expect(end?.result.error).toMatchObject({ code: "approval_expired" });
  expect(end?.result.error?.message).not.toMatch(/no\b.*counts|denied|said no/);
  const [today] = await world.runtime.insights("2000-01-01");
  expect(today).toMatchObject({ asked: 1, expired: 1, denied: 0, approved: 0 });
});

test("what the model had written stays when the run is stopped, in the answer and in the conversation", async () => {
  const written = Promise.withResolvers<void>();
  await using world = await aServer({
    model: {
      id: "slow:model",
      async *stream(_request, { signal }) {
        yield { type: "text-delta", text: "The first half, " };
        written.resolve();
        await new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
      },
    },
  });
  const response = await world.post("/api/chat", { message: "tell me", conversation: "c-1" });
  await written.promise;
  await world.post(`/api/runs/${response.headers.get("x-run-id")}/stop`);
  const events = runEvents(await Array.fromAsync(readSse(response)));
  expect(events.at(-1)).toMatchObject({ status: "cancelled", answer: "The first half,\n\nStopped." });
  expect(await world.json("/api/conversations/c-1")).toMatchObject({
    turns: [{ answer: "The first half,\n\nStopped.", status: "cancelled" }],
  });
});

test("what a program had printed stays when its call is stopped", async () => {
  const counting = aTool({
    name: "counting",
    async *run(_input, { signal }) {
      yield { type: "chunk" as const, text: "one two " };
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  });
  const stop = new AbortController();
  await using world = await aRuntime({ tools: [counting] });
  const outcome = await world.runtime.execute(
    "counting",
    {},
    { signal: stop.signal, onEvent: (event) => event.type === "call-progress" && stop.abort() },
  );
  expect(outcome).toMatchObject({
    error: { code: "cancelled", details: { partial: { bytes: 8, end: "one two " } } },
  });
  const files = await world.homeFiles();
  expect([...files.values()]).toContain("one two ");
  expect(await readFile(join(world.workspace, ".dejima/dejima.db"))).toBeDefined();
});

test("replaying a run that was stopped is no alarm: everything up to the stop is as recorded", async () => {
  await using world = await aServer({
    config,
    script: [{ text: "First f0.", calls: [{ tool: "current_time" }] }, { calls: [write("f1")] }],
  });
  const { run, stream } = await asking(world, 1);
  await world.post(`/api/runs/${run}/stop`);
  await Array.fromAsync(stream);
  const replayed = await (await world.post(`/api/runs/${run}/replay`)).json();
  expect(replayed).toMatchObject({ same: true, answer: "Stopped." });
  expect(replayed).not.toHaveProperty("divergence");
});

test("malformed calls of the model are shown and recorded, with the reason", async () => {
  await using world = await aServer({
    config,
    script: [
      {
        calls: [
          { tool: "write_file", input: { path: 5 } },
          { tool: "write_file", input: "{{{ no json at all" },
          { tool: "wriet_fiel", input: { path: "a.txt" } },
        ],
      },
      { text: "I could not." },
    ],
  });
  const events = runEvents(await world.chat({ message: "write it" }));
  const starts = events.filter((event) => event.type === "call-start");
  expect(starts.map(({ tool, params }) => [tool, params])).toEqual([
    ["write_file", { path: 5 }],
    ["write_file", "{{{ no json at all"],
    ["wriet_fiel", { path: "a.txt" }],
  ]);
  const errors = events.flatMap((event) => (event.type === "call-end" ? [event.result.error] : []));
  expect(errors).toMatchObject([
    { code: "invalid_input", message: expect.stringContaining('"path"') },
    { code: "invalid_input", message: expect.stringContaining("is not JSON") },
    { code: "tool_not_found", message: expect.stringContaining("write_file") },
  ]);
  const run = starts[0]?.runId ?? "";
  expect(await world.json(`/api/runs/${run}/verify`)).toMatchObject({ ok: true });
  expect(await (await world.post(`/api/runs/${run}/replay`)).json()).toMatchObject({ same: true });
});

const WAIT_MS = 200;

test("waiting for a person is not the tool's time, and a refusal is not its failure", async () => {
  let now = 0;
  await using world = await aRuntime({
    config,
    park: "wait",
    tools: [
      aTool({ name: "slow_tool", run: () => new Promise((resolve) => setTimeout(resolve, 103, "done")) }),
    ],
  });
  const { runtime } = world;
  const ends = () => world.events.filter((event) => event.type === "call-end");
  runtime.subscribe((event) => {
    if (event.type !== "approval-start" || event.id === undefined) return;
    now++;
    const answer = { answer: now === 1 ? "approve" : "deny", by: "ann", door: "cli" } as const;
    setTimeout(() => void runtime.approvals.answer(event.id ?? "", answer), WAIT_MS);
  });
  const { tool, input } = write("f1");
  await runtime.execute(tool, input);
  await runtime.execute(tool, write("f2").input);
  await runtime.execute("slow_tool");
  const [approved, denied] = ends();
  const { waitedMs = 0, durationMs = 0, ts_start = "", ts_end = "" } = approved ?? {};
  expect(waitedMs).toBeGreaterThan(WAIT_MS - 5);
  expect(durationMs).toBeLessThan(Date.parse(ts_end) - Date.parse(ts_start) - WAIT_MS + 10);
  expect(denied).toMatchObject({ result: { error: { code: "approval_denied" } } });
  const statistics = await runtime.statistics();
  expect(statistics.find((one) => one.tool === tool)).toMatchObject({ count: 1, failures: 0 });
  for (const { averageMs, p95Ms } of statistics) expect(p95Ms).toBeGreaterThanOrEqual(averageMs);
  const [today] = await runtime.insights("2000-01-01");
  expect(today).toMatchObject({ calls: 2, failures: 0, refused: 1, approved: 1, denied: 1 });
  const ran = ends().filter(({ result }) => result.ok);
  const total = ran.reduce((sum, end) => sum + end.durationMs, 0);
  expect(today?.averageMs).toBeCloseTo(total / 2, 3);
});

test("the 95th percentile of one call is never below its average, whatever it took", async () => {
  const { createToolStatistics } = await import("../../src/tool/tool-statistics.ts");
  for (let durationMs = 0.01; durationMs < 100_000; durationMs *= 1.013) {
    const statistics = createToolStatistics();
    statistics.record("t", { ok: true, durationMs });
    const { averageMs = 0, p95Ms = -1 } = statistics.summary().t ?? {};
    expect(p95Ms).toBeGreaterThanOrEqual(averageMs);
  }
});
