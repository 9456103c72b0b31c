import assert from "node:assert/strict";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { aRuntime, aTool, errorOf, outputOf } from "../../test/support/a-runtime.ts";
import { createAdmission } from "./admission.ts";

const { signal: never } = new AbortController();

/** A tool whose calls wait until they are let go, and the record of which have begun. */
function gated() {
  const begun: number[] = [];
  const doors = new Map<number, () => void>();
  const tool = aTool({
    name: "gated",
    input: z.object({ id: z.int() }),
    run: ({ id }) => {
      begun.push(id);
      return new Promise<number>((resolve) => doors.set(id, () => resolve(id)));
    },
  });
  return { tool, begun, release: (id: number) => doors.get(id)?.() };
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setImmediate(resolve));
}

/** Long enough for a call that would not wait to have begun. */
async function pause(): Promise<void> {
  for (let round = 0; round < 50; round++) await new Promise((resolve) => setImmediate(resolve));
}

for (const [limit, config] of [
  [3, {}],
  [1, { tools: { maxConcurrent: 1 } }],
  [5, { tools: { maxConcurrent: 5 } }],
] as const) {
  test(`a run has at most ${limit} calls running at once, admitted in their order`, async () => {
    const { tool, begun, release } = gated();
    await using world = await aRuntime({ tools: [tool], config });
    const ids = [1, 2, 3, 4, 5, 6, 7];
    const all = world.runtime.executeMany(ids.map((id) => ({ tool: "gated", input: { id } })));
    for (const id of [0, ...ids]) {
      release(id);
      const expected = ids.slice(0, limit + id);
      await until(() => begun.length >= expected.length);
      await pause();
      expect(begun).toEqual(expected);
    }
    expect((await all).map(outputOf)).toEqual(ids);
  });
}

test("a call that waits can be cancelled: it never runs, and the others go on", async () => {
  const { tool, begun, release } = gated();
  await using world = await aRuntime({ tools: [tool], config: { tools: { maxConcurrent: 1 } } });
  const stop = new AbortController();
  const call = (id: number, signal?: AbortSignal) =>
    world.runtime.execute("gated", { id }, signal === undefined ? {} : { signal });
  const [first, second, third] = [call(1), call(2, stop.signal), call(3)];
  await until(() => begun.length === 1);
  await pause();
  stop.abort();
  expect(errorOf(await second)).toMatchObject({
    code: "cancelled",
    message: "Cancelled while waiting for other calls to end; nothing was run",
  });
  release(1);
  await until(() => begun.length === 2);
  release(3);
  expect([outputOf(await first), outputOf(await third)]).toEqual([1, 3]);
  expect(begun).toEqual([1, 3]);
});

test("a call that fails, times out or is cancelled gives its place to the next", async () => {
  const { tool, begun, release } = gated();
  const failing = aTool({ name: "failing", run: () => Promise.reject(new Error("no")) });
  const endless = aTool({ name: "endless", timeoutMs: 5, run: () => new Promise(() => {}) });
  await using world = await aRuntime({
    tools: [tool, failing, endless],
    config: { tools: { maxConcurrent: 1 } },
  });
  const requests = ["failing", "endless", "failing", "endless"].map((name) => ({ tool: name }));
  const all = world.runtime.executeMany([...requests, { tool: "gated", input: { id: 1 } }]);
  await until(() => begun.length === 1);
  release(1);
  expect((await all).map((outcome) => (outcome.type === "failure" ? outcome.error.code : "ok"))).toEqual([
    "internal",
    "timeout",
    "internal",
    "timeout",
    "ok",
  ]);
});

test("createAdmission() refuses an already cancelled call at once, even when it is full", async () => {
  const admission = createAdmission(1);
  const entered = admission.enter(never);
  assert(typeof entered === "function");
  await expect(admission.enter(AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
  expect(admission.waiting).toBe(0);
  entered();
  assert(typeof admission.enter(never) === "function");
});

test("calls that follow one another without waiting let the rest of the process have its turn", async () => {
  let time = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => {
    time += 15; // each call takes long
    return time;
  });
  try {
    const admission = createAdmission(1);
    let ended = 0;
    const work = async () => {
      const entered = admission.enter(never);
      const release = entered instanceof Promise ? await entered : entered;
      await Promise.resolve();
      ended += 1;
      release();
    };
    const all = Promise.all(Array.from({ length: 20 }, work));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBeLessThan(20);
    await all;
    expect(ended).toBe(20);
  } finally {
    clock.mockRestore();
  }
});
