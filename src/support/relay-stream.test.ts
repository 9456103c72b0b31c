import assert from "node:assert/strict";
import { test } from "vitest";
import { relayStream } from "./relay-stream.ts";

async function* numbers() {
  yield* [1, 2, 3];
}

/** A relay of a stream that writes down what happens to it. */
function aRelay(stream: AsyncIterator<number> = numbers()) {
  const happened: string[] = [];
  let due = false;
  const relay = relayStream<number>(async () => {
    happened.push("open");
    return {
      inner: stream,
      pass(value) {
        due = value === 2;
        return value * 10;
      },
      before: () => (due ? work() : undefined),
      async end() {
        happened.push("end");
      },
    };
  });
  async function work(): Promise<void> {
    due = false;
    happened.push("work");
  }
  return { relay, happened };
}

test("relayStream() opens with the first read, passes on what each value becomes, and ends once", async () => {
  const { relay, happened } = aRelay();
  assert.equal(happened.length, 0);
  const seen: number[] = [];
  for await (const value of relay) {
    seen.push(value);
    happened.push(`read ${value}`);
  }
  assert.deepEqual(seen, [10, 20, 30]);
  // The work that a value brings is done when the reader asks for the next one.
  assert.deepEqual(happened, ["open", "read 10", "read 20", "work", "read 30", "end"]);
  assert.deepEqual(await relay.next(), { done: true, value: undefined });
  await relay.return?.();
  assert.equal(happened.filter((each) => each === "end").length, 1);
});

test("relayStream() ends before it throws the error of the stream, of a value or of the work before one", async () => {
  const broken = (): never => {
    throw new Error("broken");
  };
  for (const place of ["inner", "pass", "before"] as const) {
    const happened: string[] = [];
    const relay = relayStream<number>(async () => ({
      inner: {
        next: async () => (place === "inner" ? broken() : { done: false, value: 1 }),
        async return() {
          happened.push("let go");
          return { done: true, value: undefined };
        },
      },
      pass: (value) => (place === "pass" ? broken() : value),
      before: () => (place === "before" ? Promise.reject(new Error("broken")) : undefined),
      async end() {
        happened.push("end");
      },
    }));
    await assert.rejects(Array.fromAsync(relay), /broken/, place);
    // A stream that failed itself is over already.
    assert.deepEqual(happened, place === "inner" ? ["end"] : ["let go", "end"]);
    assert.deepEqual(await relay.next(), { done: true, value: undefined });
  }
  const unopened = relayStream<number>(async () => broken());
  await assert.rejects(unopened.next(), /broken/);
  assert.deepEqual(await unopened.next(), { done: true, value: undefined });
});

test("relayStream() lets the stream go and ends when its reader leaves", async () => {
  let left = false;
  async function* endless() {
    try {
      for (let value = 1; ; value++) yield value;
    } finally {
      left = true;
    }
  }
  const { relay, happened } = aRelay(endless());
  for await (const value of relay) if (value === 20) break;
  assert.deepEqual([left, happened], [true, ["open", "end"]]);
  const { relay: unread, happened: nothing } = aRelay();
  await unread.return?.();
  assert.deepEqual([nothing, await Array.fromAsync(unread)], [[], []]);
});
