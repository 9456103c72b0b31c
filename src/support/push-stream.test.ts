import assert from "node:assert/strict";
import { test } from "vitest";
import { forEachOf, pushStream } from "./push-stream.ts";

test("pushStream() gives what is pushed in order, before and while somebody reads, and then ends", async () => {
  let left = 0;
  const stream = pushStream<number>(({ push, end }) => {
    push(1);
    push(2);
    setImmediate(() => {
      push(3);
      end();
      push(4);
    });
    return () => left++;
  });
  assert.deepEqual(await Array.fromAsync(stream), [1, 2, 3]);
  assert.equal(left, 1);
  assert.deepEqual(await stream.next(), { done: true, value: undefined });
});

test("pushStream() begins with the first read, and not at all for a reader who leaves before", async () => {
  const stream = pushStream<number>(() => assert.fail("begun"));
  await stream.return?.();
  assert.deepEqual(await Array.fromAsync(stream), []);
});

test("pushStream() throws the error once, after the values before it", async () => {
  const stream = pushStream<number>(({ push, end }) => {
    push(1);
    end({ error: new Error("broken") });
    return () => {};
  });
  assert.deepEqual(await stream.next(), { done: false, value: 1 });
  await assert.rejects(stream.next(), /broken/);
  assert.deepEqual(await stream.next(), { done: true, value: undefined });
});

test("pushStream() lets go when its reader leaves, and gives nothing afterwards", async () => {
  let left = 0;
  const stream = pushStream<number>(({ push }) => {
    push(1);
    push(2);
    return () => left++;
  });
  for await (const value of stream) {
    assert.equal(value, 1);
    break;
  }
  assert.equal(left, 1);
  assert.deepEqual(await stream.next(), { done: true, value: undefined });
});

test("pushStream() answers reads that did not wait for each other", async () => {
  const stream = pushStream<number>(({ push, end }) => {
    setImmediate(() => {
      push(1);
      push(2);
      end();
    });
    return () => {};
  });
  const read = await Promise.all([stream.next(), stream.next(), stream.next()]);
  assert.deepEqual(
    read.map(({ value }) => value),
    [1, 2, undefined],
  );
});

test("forEachOf() is called by a pushed stream at once, and resolves at its end", async () => {
  const seen: number[] = [];
  let left = 0;
  const stream = pushStream<number>(({ push, end }) => {
    push(1);
    setImmediate(() => {
      push(2);
      assert.deepEqual(seen, [1, 2]);
      end();
      push(3);
    });
    return () => left++;
  });
  await forEachOf(stream, (value) => void seen.push(value));
  assert.deepEqual([seen, left], [[1, 2], 1]);
});

test("forEachOf() gives what nobody has read yet, first", async () => {
  const seen: number[] = [];
  const stream = pushStream<number>(({ push, end }) => {
    push(1);
    push(2);
    push(3);
    setImmediate(() => {
      push(4);
      end();
    });
    return () => {};
  });
  assert.deepEqual(await stream.next(), { done: false, value: 1 });
  await forEachOf(stream, (value) => void seen.push(value));
  assert.deepEqual(seen, [2, 3, 4]);
});

test("forEachOf() rejects with the error of the stream, and with that of its reader, who then gets nothing more", async () => {
  const broken = pushStream<number>(({ end }) => {
    end({ error: new Error("broken") });
    return () => {};
  });
  await assert.rejects(
    forEachOf(broken, () => assert.fail("called")),
    /broken/,
  );
  let left = 0;
  const read = pushStream<number>(({ push }) => {
    setImmediate(() => {
      push(1);
      push(2);
    });
    return () => left++;
  });
  const seen: number[] = [];
  await assert.rejects(
    forEachOf(read, (value) => {
      seen.push(value);
      throw new Error("unreadable");
    }),
    /unreadable/,
  );
  assert.deepEqual([seen, left], [[1], 1]);
});

test("forEachOf() reads a generator one value after the other", async () => {
  const seen: number[] = [];
  async function* numbers() {
    yield* [1, 2];
  }
  await forEachOf(numbers(), (value) => void seen.push(value));
  assert.deepEqual(seen, [1, 2]);
});
