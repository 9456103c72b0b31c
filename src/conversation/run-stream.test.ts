import { expect, test } from "vitest";
import type { HarbourEvent } from "../contract/event.ts";
import { BEGINNING } from "./event-number.ts";
import { createRunStream, type NumberedEvent } from "./run-stream.ts";

test("follow() gathers what one turn of the event loop brings, each event under its own number", async () => {
  const stream = createRunStream();
  const batches = stream.follow(BEGINNING, { signal: never(), together: true });
  const first = batches.next();
  // Pushed by later microtasks of the same turn, as a model's pieces are.
  for (const text of ["a", "b", "c"]) {
    await Promise.resolve();
    stream.push(piece(text));
  }
  expect((await first).value).toMatchObject([
    { number: { part: 1 } },
    { number: { part: 2 } },
    { number: { part: 3 } },
  ]);
  stream.end();
  expect(await batches.next()).toMatchObject({ done: true });
});

test("follow() gathers what is there already with what the same turn still brings", async () => {
  const stream = createRunStream();
  stream.push(piece("a"));
  const first = stream.follow(BEGINNING, { signal: never(), together: true }).next();
  await Promise.resolve();
  stream.push(piece("b"));
  stream.end();
  expect(texts((await first).value ?? [])).toEqual(["a", "b"]);
});

test("follow() gives each event at once unless it is told to gather", async () => {
  const stream = createRunStream();
  const batches = stream.follow(BEGINNING, { signal: never(), together: false });
  const first = batches.next();
  await Promise.resolve();
  stream.push(piece("a"));
  expect((await first).value).toMatchObject([{ event: { text: "a" } }]);
});

test("follow() continues after the last seen event, even if the run has ended since", async () => {
  const stream = createRunStream();
  for (const text of ["a", "b", "c"]) stream.push(piece(text));
  stream.end();
  const after = { seq: -1, part: 1, base: 0 };
  const batches = await Array.fromAsync(stream.follow(after, { signal: never(), together: true }));
  expect(batches.flatMap(texts)).toEqual(["b", "c"]);
});

test("follow() ends when its reader leaves, and the stream goes on for others", async () => {
  const stream = createRunStream();
  const leaving = new AbortController();
  const left = Array.fromAsync(stream.follow(BEGINNING, { signal: leaving.signal, together: true }));
  leaving.abort();
  expect(await left).toEqual([]);
  stream.push(piece("a"));
  stream.end();
  const batches = await Array.fromAsync(stream.follow(BEGINNING, { signal: never(), together: true }));
  expect(batches.flatMap(texts)).toEqual(["a"]);
});

function piece(text: string): HarbourEvent {
  return { type: "text-delta", runId: "run", at: "2026-01-01T00:00:00.000Z", text };
}

function texts(batch: readonly NumberedEvent[]): string[] {
  return batch.flatMap(({ event }) => (event.type === "text-delta" ? [event.text] : []));
}

function never(): AbortSignal {
  return new AbortController().signal;
}
