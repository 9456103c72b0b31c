import { expect, test } from "vitest";
import { aRuntime, aTool, errorOf, outputOf } from "../../../test/support/a-runtime.ts";
import type { StreamStep } from "../../contract/tool.ts";

async function* stream(...steps: readonly (StreamStep | Error)[]): AsyncIterable<StreamStep> {
  for (const step of steps) {
    if (step instanceof Error) throw step;
    yield step;
  }
}

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
    message: "The stream failed after 7 characters: lost it",
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

const wrong: Record<string, unknown> = {
  "a step of no kind": { type: "other" },
  "no step at all": undefined,
  "a chunk without text": { type: "chunk" },
  "a chunk that is a number": { type: "chunk", text: 7 },
  "progress of nothing": { type: "progress" },
};

for (const [name, step] of Object.entries(wrong)) {
  test(`collectStream() refuses ${name} in words, and keeps what came before`, async () => {
    const tool = aTool({ name: "wrong", run: () => stream(chunk("kept"), step as StreamStep) });
    await using world = await aRuntime({ tools: [tool] });
    const error = errorOf(await world.runtime.execute("wrong"));
    expect(error.message).toMatch(/Cannot read a step of the stream/);
    expect(error.details.partial).toMatchObject({ bytes: 4 });
  });
}
