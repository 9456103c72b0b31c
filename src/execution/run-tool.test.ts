import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { z } from "zod";
import { aRuntime, aTool, errorOf, outputOf } from "../../test/support/a-runtime.ts";
import type { StreamStep } from "../contract/tool.ts";

const chunk = (text: string): StreamStep => ({ type: "chunk", text });

test("collectStream() joins chunks, or takes the result when one is named, and tells progress meanwhile", async () => {
  const progress: StreamStep = { type: "progress", progress: { message: "half", fraction: 0.5 } };
  await using world = await aRuntime({
    tools: [
      aTool({ name: "pieces", run: () => stream(chunk("a "), progress, chunk("b")) }),
      aTool({ name: "named", run: () => stream(chunk("a"), { type: "result", output: { n: 1 } }) }),
      aTool({ name: "empty", run: () => stream() }),
      aTool({ name: "promised", run: async () => stream(chunk("late")) }),
    ],
  });
  expect(outputOf(await world.runtime.execute("pieces"))).toBe("a b");
  expect(outputOf(await world.runtime.execute("named"))).toEqual({ n: 1 });
  expect(outputOf(await world.runtime.execute("empty"))).toBe("");
  expect(outputOf(await world.runtime.execute("promised"))).toBe("late");
  const told = world.events.flatMap((event) => (event.type === "call-progress" ? [event] : []));
  expect(told.slice(0, 3)).toMatchObject([
    { chunk: "a " },
    { message: "half", fraction: 0.5 },
    { chunk: "b" },
  ]);
});

test("collectStream() keeps what had come when a stream fails midway", async () => {
  const failing = aTool({
    name: "failing",
    run: () => stream(chunk("one "), chunk("two"), new Error("lost it")),
  });
  await using world = await aRuntime({ tools: [failing] });
  const outcome = await world.runtime.execute("failing");
  const error = errorOf(outcome);
  expect(error).toMatchObject({
    code: "internal",
    message: "lost it",
    details: { partial: { bytes: 7 } },
  });
  const { ref } = error.details.partial as { ref: string };
  const read = await world.runtime.execute("read_observation", { ref });
  expect(outputOf(read)).toMatchObject({ text: "one two", totalCharacters: 7 });
});

test("collectStream() ends the stream of a call that was cancelled", async () => {
  const stop = new AbortController();
  let closed = () => {};
  const ended = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const counting = aTool({
    name: "counting",
    async *run() {
      try {
        for (let count = 0; ; count++) {
          yield chunk(`${count}`);
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        closed();
      }
    },
  });
  await using world = await aRuntime({ tools: [counting] });
  const outcome = await world.runtime.execute(
    "counting",
    {},
    { signal: stop.signal, onEvent: (event) => event.type === "call-progress" && stop.abort() },
  );
  expect(errorOf(outcome).code).toBe("cancelled");
  await ended;
});

test("a tool that tells of its progress in long messages and without end is heard for a while, and its result counts", async () => {
  const chatty = aTool({
    name: "chatty",
    run(_input, { progress }) {
      progress({ message: "x".repeat(5_000_000) });
      for (let count = 0; count < 50_000; count++) progress({ message: `step ${count}` });
      return "done";
    },
  });
  await using world = await aRuntime({ tools: [chatty] });
  let [updates, longest] = [0, 0];
  const onEvent: NonNullable<Parameters<typeof world.runtime.execute>[2]>["onEvent"] = (event) => {
    if (event.type !== "call-progress") return;
    updates += 1;
    longest = Math.max(longest, event.message?.length ?? 0);
  };
  expect(outputOf(await world.runtime.execute("chatty", {}, { onEvent }))).toBe("done");
  expect([updates, longest]).toEqual([10_000, 2_000]);
});

const wrong: Record<string, unknown> = {
  "a step of no kind": { type: "other" },
  "no step at all": undefined,
  "a chunk without text": { type: "chunk" },
  "a chunk that is a number": { type: "chunk", text: 7 },
  "progress of nothing": { type: "progress" },
};

const endless = () => new Promise<never>(() => {});

test("runTool() ends a tool that never resolves when its time is over, and says how long it had", async () => {
  await using world = await aRuntime({ tools: [aTool({ name: "endless", timeoutMs: 10, run: endless })] });
  expect(errorOf(await world.runtime.execute("endless"))).toMatchObject({
    code: "timeout",
    message: 'Cannot finish "endless": it ran longer than 10 ms. Ask for less, or raise tools.timeout',
    details: { tool: "endless", timeoutMs: 10 },
  });
});

test("runTool() gives a tool the time that the config says, network tools theirs", async () => {
  await using world = await aRuntime({
    tools: [aTool({ name: "here", run: endless }), aTool({ name: "far", category: "network", run: endless })],
    config: { tools: { timeout: 10, networkTimeout: "20ms" } },
  });
  expect(errorOf(await world.runtime.execute("here")).details).toMatchObject({ timeoutMs: 10 });
  expect(errorOf(await world.runtime.execute("far")).details).toMatchObject({ timeoutMs: 20 });
});

test("runTool() bounds promises of another realm, and streams that never go on", async () => {
  await using world = await aRuntime({
    tools: [
      aTool({ name: "foreign", timeoutMs: 10, run: () => runInNewContext("new Promise(() => {})") }),
      aTool({
        name: "stuck",
        timeoutMs: 10,
        async *run() {
          yield { type: "chunk", text: "a" };
          await endless();
        },
      }),
    ],
  });
  expect(errorOf(await world.runtime.execute("foreign")).code).toBe("timeout");
  expect(errorOf(await world.runtime.execute("stuck")).code).toBe("timeout");
});

test("runTool() takes a time longer than a timer can hold for a very long one", async () => {
  await using world = await aRuntime({
    tools: [aTool({ name: "quick", run: () => new Promise((resolve) => setTimeout(resolve, 20, "ok")) })],
    config: { tools: { timeout: "60d" } },
  });
  expect(outputOf(await world.runtime.execute("quick"))).toBe("ok");
});

test("runTool() cancels on the caller's signal, and the tool hears of it", async () => {
  const stop = new AbortController();
  let heard: unknown;
  const listening = aTool({
    name: "listening",
    run: (_input, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          heard = signal.reason;
          reject(new Error("stopped in my own words"));
        });
        stop.abort();
      }),
  });
  await using world = await aRuntime({ tools: [listening] });
  const error = errorOf(await world.runtime.execute("listening", {}, { signal: stop.signal }));
  expect(error).toMatchObject({ code: "cancelled", message: 'Cancelled "listening"' });
  expect(heard).toMatchObject({ code: "cancelled" });
});

test("runTool() does not start a tool whose call is cancelled already", async () => {
  let ran = false;
  const tool = aTool({
    name: "late",
    run() {
      ran = true;
    },
  });
  await using world = await aRuntime({ tools: [tool] });
  const outcome = await world.runtime.execute("late", {}, { signal: AbortSignal.abort() });
  expect([errorOf(outcome).code, ran]).toEqual(["cancelled", false]);
});

test("the disk, the variables and the subscribers are closed to a tool that goes on after its end", async () => {
  const refused: string[] = [];
  let goOn = () => {};
  const over = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stubborn = aTool({
    name: "stubborn",
    timeoutMs: 10,
    risk: "high",
    effects: () => [{ kind: "file.write", target: "late.txt" }],
    async run(_input, { files, environment, progress }) {
      await over;
      const attempt = (work: Promise<unknown>) =>
        work.then(
          () => refused.push("done"),
          (error) => refused.push(error.code),
        );
      await attempt(files.write("late.txt", Buffer.from("late")));
      await attempt(files.read("late.txt", { maxBytes: 10 }));
      await attempt((async () => environment.set("COLOUR", "late"))());
      progress({ message: "still here" });
      finish();
    },
  });
  await using world = await aRuntime({
    tools: [stubborn],
    config: {
      permissions: { safe: ["stubborn(./late.txt)", "set_env(COLOUR)"] },
      tools: { environment: { read: ["COLOUR"], write: ["COLOUR"] } },
    },
  });
  expect(errorOf(await world.runtime.execute("stubborn")).code).toBe("timeout");
  goOn();
  await finished;
  expect(refused).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(await readdir(world.workspace)).not.toContain("late.txt");
  expect(outputOf(await world.runtime.execute("get_env", { key: "COLOUR" }))).toEqual({ value: null });
  expect(world.events.filter(({ type }) => type === "call-progress")).toEqual([]);
});

test("a write that is under way when the time is over leaves the old content or the new, whole", async () => {
  const content = Buffer.alloc(4_000_000, "n");
  let over = Promise.resolve();
  const writer = aTool({
    name: "writer",
    timeoutMs: 3,
    risk: "high",
    input: z.object({}),
    effects: () => [{ kind: "file.write", target: "big.txt" }],
    run(_input, { files }) {
      over = (async () => {
        for (;;) await files.write("big.txt", content);
      })().catch(() => {});
      return over;
    },
  });
  await using world = await aRuntime({
    tools: [writer],
    files: { "big.txt": "old" },
    config: { permissions: { safe: ["writer(./big.txt)"] } },
  });
  expect(errorOf(await world.runtime.execute("writer")).code).toBe("timeout");
  await over;
  const held = await readFile(join(world.workspace, "big.txt"));
  expect(held.equals(content) || held.toString() === "old").toBe(true);
});

test("runTool() waits for no tool that answers at once, however short its time", async () => {
  await using world = await aRuntime({ tools: [aTool({ name: "sync", timeoutMs: 1, run: () => 1 })] });
  expect(outputOf(await world.runtime.execute("sync"))).toBe(1);
});

test("runTool() takes no time of a tool while it waits for an answer of its caller", async () => {
  const asking = aTool({
    name: "asking",
    timeoutMs: 100,
    run: async (_input, { dialogue }) => dialogue?.request({ method: "roots/list" }),
  });
  await using world = await aRuntime({ tools: [asking] });
  const run = await world.runtime.openRun();
  const request = () => new Promise((resolve) => setTimeout(() => resolve("answered"), 400));
  const outcome = await run.execute({ tool: "asking", input: {}, dialogue: { can: () => true, request } });
  expect(outcome).toMatchObject({ type: "success", output: "answered" });
  await run.end("done");
});

async function* stream(...steps: readonly (StreamStep | Error)[]): AsyncIterable<StreamStep> {
  for (const step of steps) {
    if (step instanceof Error) throw step;
    yield step;
  }
}

for (const [name, step] of Object.entries(wrong)) {
  test(`collectStream() refuses ${name} with a reason, and keeps the output so far`, async () => {
    const tool = aTool({ name: "wrong", run: () => stream(chunk("kept"), step as StreamStep) });
    await using world = await aRuntime({ tools: [tool] });
    const error = errorOf(await world.runtime.execute("wrong"));
    expect(error.message).toMatch(/Cannot read a step of the stream/);
    expect(error.details.partial).toMatchObject({ bytes: 4 });
  });
}

test("a tool that reaches a host gets the time of network tools, whatever its category, and a request as much", async () => {
  const endless = aTool({
    name: "asks_a_host",
    input: z.object({}),
    effects: () => [{ kind: "host.read", target: "https://example.com/" }],
    run: () => new Promise(() => {}),
  });
  const config = { tools: { timeout: 3_600_000, networkTimeout: 20 } };
  await using world = await aRuntime({ config, tools: [endless] });
  expect(errorOf(await world.runtime.execute("asks_a_host"))).toMatchObject({
    code: "timeout",
    details: { timeoutMs: 20 },
  });
  await using defaults = await aRuntime();
  const { config: own } = defaults.runtime.settings;
  expect([own.network.timeout, own.tools.networkTimeout]).toEqual([60_000, 60_000]);
});
