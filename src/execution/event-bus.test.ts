import { expect, test } from "vitest";
import { aRuntime, aTool, outputOf } from "../../test/support/a-runtime.ts";
import type { HarbourEvent } from "../contract/event.ts";
import { createEventBus } from "./event-bus.ts";

const event = (title: string): HarbourEvent => ({
  type: "run-start",
  runId: "r",
  at: "t",
  title,
  mode: "ci",
  version: "1",
});

test("every subscriber gets every event of a call, in order, until it leaves", async () => {
  await using world = await aRuntime({ tools: [aTool({ name: "quick" })] });
  const heard: string[][] = [[], [], []];
  const [leave] = heard.map((list) => world.runtime.subscribe(({ type }) => void list.push(type)));
  outputOf(await world.runtime.execute("quick"));
  expect(heard).toEqual(Array(3).fill(["run-start", "call-start", "call-end"]));
  leave?.();
  outputOf(await world.runtime.execute("quick"));
  expect(heard.map(({ length }) => length)).toEqual([3, 5, 5]);
});

test("a subscriber that throws, rejects or never answers harms neither a call nor another subscriber", async () => {
  const faults: unknown[] = [];
  await using world = await aRuntime({
    tools: [aTool({ name: "quick" })],
    onFault: (fault) => void faults.push(fault),
  });
  const heard: string[] = [];
  world.runtime.subscribe(() => {
    throw new Error("thrown");
  });
  world.runtime.subscribe(async () => {
    throw new Error("rejected");
  });
  world.runtime.subscribe(() => new Promise(() => {}));
  world.runtime.subscribe(({ type }) => void heard.push(type));
  outputOf(await world.runtime.execute("quick"));
  expect(heard).toEqual(["run-start", "call-start", "call-end"]);
  expect(faults.map(String)).toEqual(expect.arrayContaining(["Error: thrown", "Error: rejected"]));
  expect(faults).toHaveLength(6);
});

test("a listener of one call hears that call alone, and may throw or reject", async () => {
  await using world = await aRuntime({ tools: [aTool({ name: "quick" })] });
  const heard: string[] = [];
  const calls = [
    (held: HarbourEvent) => {
      heard.push(held.type);
      throw new Error("thrown");
    },
    async () => {
      throw new Error("rejected");
    },
  ];
  const outcomes = await Promise.all(calls.map((onEvent) => world.runtime.execute("quick", {}, { onEvent })));
  outcomes.map(outputOf);
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toEqual(["call-start", "call-end"]);
});

test("createEventBus() outlives an ear for faults that throws itself", async () => {
  const bus = createEventBus(() => {
    throw new Error("deaf");
  });
  bus.subscribe(() => {
    throw new Error("thrown");
  });
  bus.subscribe(() => Promise.reject(new Error("rejected")));
  bus.emit(event("one"));
  await new Promise((resolve) => setImmediate(resolve));
});

test("what a subscriber does to an event changes the record of no call", async () => {
  const tool = aTool({ name: "quick", effects: () => [{ kind: "file.read", target: "a.txt" }] });
  await using world = await aRuntime({ tools: [tool], files: { "a.txt": "" } });
  const tamper = (held: HarbourEvent) => {
    if (held.type !== "call-start") return;
    held.tool = "another";
    (held.params as { text: string }).text = "changed";
    held.effects.push({ kind: "file.write", target: "/" });
  };
  world.runtime.subscribe(tamper);
  const outcome = await world.runtime.execute("quick", { text: "sent" }, { onEvent: tamper });
  const [, start, end] = await Array.fromAsync(world.runtime.history.read(outcome.runId));
  expect(start).toMatchObject({ tool: "quick", params: { text: "sent" } });
  expect(end).toMatchObject({ tool: "quick", params: { text: "sent" } });
});

test("events() gives everything from the moment it is called until it is stopped", async () => {
  const bus = createEventBus(() => {});
  const stop = new AbortController();
  const events = bus.events({ signal: stop.signal });
  bus.emit(event("before it is read"));
  const titles: string[] = [];
  for await (const held of events) {
    titles.push((held as { title: string }).title);
    if (titles.length === 1) bus.emit(event("while it is read"));
    else stop.abort();
  }
  expect(titles).toEqual(["before it is read", "while it is read"]);
  expect(bus.size).toBe(0);
});

test("events() lets a slow reader lose the oldest, and leaves nothing behind when stopped unread", async () => {
  const bus = createEventBus(() => {});
  const stop = new AbortController();
  const slow = bus.events({ signal: stop.signal, capacity: 2 });
  bus.events({ signal: stop.signal });
  for (const title of ["1", "2", "3"]) bus.emit(event(title));
  stop.abort();
  expect((await Array.fromAsync(slow)).map((held) => (held as { title: string }).title)).toEqual(["2", "3"]);
  expect(bus.size).toBe(0);
});

test("subscribe() of one run hears that run alone, and is gone when it leaves", () => {
  const bus = createEventBus(() => {});
  const heard: string[] = [];
  const leave = bus.subscribe(({ runId }) => void heard.push(runId), { runId: "mine" });
  bus.emit({ ...event("one"), runId: "mine" });
  bus.emit({ ...event("two"), runId: "another" });
  expect(bus.size).toBe(1);
  leave();
  bus.emit({ ...event("three"), runId: "mine" });
  expect([heard, bus.size]).toEqual([["mine"], 0]);
});
