import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  aRuntime,
  aTool,
  errorOf,
  outputOf,
  type TestRuntimeOptions,
} from "../../../test/support/a-runtime.ts";
import type { Observation } from "../../contract/outcome.ts";
import { sha256 } from "../../support/lazy-crypto.ts";

const giving = (output: unknown, options: TestRuntimeOptions = {}) =>
  aRuntime({ ...options, tools: [aTool({ name: "giving", run: () => output })] });

test("boundOutput() hands plain data over as it is", async () => {
  for (const output of ["text", "", 0, -1.5, true, false, null, [], {}, [1, [2, { a: null }]], { "": 1 }]) {
    await using world = await giving(output);
    expect(outputOf(await world.runtime.execute("giving"))).toEqual(output);
    expect(world.events.at(-1)).toMatchObject({ result: { ok: true, output } });
  }
});

class Point {
  readonly x = 1;
  get y() {
    return 2;
  }
}

const NORMALISED: readonly (readonly [name: string, value: unknown, data: unknown])[] = [
  ["a date", { at: new Date(0) }, { at: "1970-01-01T00:00:00.000Z" }],
  ["an instance of a class", [new Point()], [{ x: 1 }]],
  ["fields without a value, at any depth", { a: undefined, b: { c: undefined, d: 1 } }, { b: { d: 1 } }],
  ["an object that says how it is written", { toJSON: () => ({ shown: true }) }, { shown: true }],
];

for (const [name, value, data] of NORMALISED) {
  test(`boundOutput() gives the caller the same JSON data that it records: ${name}`, async () => {
    await using world = await giving(value);
    const output = outputOf(await world.runtime.execute("giving"));
    expect(output).toEqual(data);
    expect(world.events.at(-1)).toMatchObject({
      result: { output: data },
      hashes: { output_sha256: sha256(JSON.stringify(data)) },
    });
  });
}

const cyclic: Record<string, unknown> = { a: [] };
(cyclic.a as unknown[]).push(cyclic);
let deep: unknown = 1;
for (let level = 0; level < 100_000; level++) deep = [deep];

const UNRECORDABLE: readonly (readonly [name: string, value: unknown, message: RegExp])[] = [
  ["a BigInt", 10n, /bigint/i],
  ["a BigInt inside", { total: [10n] }, /bigint/i],
  ["a cycle", cyclic, /refers to itself/],
  ["a function", () => 1, /function/],
  ["a function inside", { run: () => 1 }, /function/],
  ["a symbol", { s: Symbol("s") }, /symbol/],
  ["a Map", { held: new Map([["a", 1]]) }, /Map/],
  ["a Set", new Set([1]), /Set/],
  ["not a number", { rate: Number.NaN }, /finite/],
  ["infinity beside a date", { at: new Date(0), rate: Number.POSITIVE_INFINITY }, /finite/],
  ["too deep a tree", deep, /deeper/],
  ["too deep a tree beside a date", [new Date(0), deep], /./],
  [
    "a value that cannot be written",
    {
      toJSON: () => {
        throw new Error("will not");
      },
    },
    /will not/,
  ],
];

for (const [name, value, message] of UNRECORDABLE) {
  test(`boundOutput() says that a tool has run but gave what cannot be recorded: ${name}`, async () => {
    await using world = await giving(value);
    const error = errorOf(await world.runtime.execute("giving"));
    expect(error.code).toBe("internal");
    expect(error.message).toMatch(
      /^Cannot record the output of "giving": .*The tool has run; it must return JSON data/s,
    );
    expect(error.message).toMatch(message);
    expect(error.details).toMatchObject({ ran: true });
    expect(world.events.at(-1)).toMatchObject({ type: "call-end", result: { ok: false } });
  });
}

test("boundOutput() cuts a large output to an excerpt and keeps the whole by its hash", async () => {
  const whole = Array.from(
    { length: 20_000 },
    (_none, line) => `line ${line} ${line === 15_000 ? "needle" : ""}`,
  ).join("\n");
  await using world = await giving(whole);
  const outcome = await world.runtime.execute("giving");
  const { observation } = outcome as { observation: Observation };
  expect(observation).toMatchObject({ truncated: true, sha256: sha256(whole), bytes: whole.length });
  expect(observation.ref).toBe(`observations/${sha256(whole)}`);
  expect(outputOf(outcome)).toBe(observation.excerpt);
  expect(observation.excerpt.length).toBeLessThan(16_500);
  expect(observation.excerpt.startsWith("line 0 \nline 1 ")).toBe(true);
  expect(observation.excerpt.endsWith("line 19999 ")).toBe(true);
  expect(observation.excerpt).toContain(`read_observation with ref "${observation.ref}"`);
  const stored = await readFile(join(world.home, "runs", outcome.runId, observation.ref));
  expect(sha256(stored)).toBe(observation.sha256);
  expect(world.events.at(-1)).toMatchObject({
    result: { observation: { ref: observation.ref, sha256: observation.sha256, truncated: true } },
    hashes: { output_sha256: observation.sha256 },
  });

  const page = await world.runtime.execute("read_observation", {
    ref: observation.ref,
    offset: 100,
    limit: 50,
  });
  expect(outputOf(page)).toEqual({
    text: whole.slice(100, 150),
    offset: 100,
    totalCharacters: whole.length,
    nextOffset: 150,
  });
  const found = await world.runtime.execute("read_observation", { ref: observation.ref, pattern: "NEEDLE" });
  expect(outputOf(found)).toMatchObject({ hits: [{ line: 15_001, offset: whole.indexOf("needle") }] });

  await writeFile(join(world.home, "runs", outcome.runId, observation.ref), `${whole}!`);
  const changed = errorOf(await world.runtime.execute("read_observation", { ref: observation.ref }));
  expect(changed).toMatchObject({
    code: "conflict",
    message: `Cannot trust "${observation.ref}": its content was changed after it was stored`,
  });
});

test("boundOutput() hands a middling output over whole, and keeps the log small", async () => {
  const text = "x".repeat(10_000);
  await using world = await giving({ text });
  expect(outputOf(await world.runtime.execute("giving"))).toEqual({ text });
  expect(world.events.at(-1)).toMatchObject({ result: { observation: { truncated: false, bytes: 10_011 } } });
});

test("boundOutput() cuts where the config says, never through a character", async () => {
  await using world = await giving("𝒳".repeat(300), { config: { tools: { maxOutput: 101 } } });
  const excerpt = String(outputOf(await world.runtime.execute("giving")));
  expect(excerpt.isWellFormed()).toBe(true);
  expect(excerpt.length).toBeLessThan(300);
});

test("boundOutput() stores text with half characters in a form that gives its own hash", async () => {
  const text = `half \ud83d ${"x".repeat(3_000)}`;
  await using world = await giving(text);
  const outcome = await world.runtime.execute("giving");
  expect(String(outputOf(outcome)).isWellFormed()).toBe(true);
  const event = world.events.at(-1) as unknown as { result: { observation: Observation } };
  const stored = await readFile(
    join(world.home, "runs", outcome.runId, event.result.observation.ref),
    "utf8",
  );
  expect(sha256(stored)).toBe(event.result.observation.sha256);
});

test("read_observation refuses refs of other forms, other runs and other places", async () => {
  await using world = await giving("x".repeat(50_000));
  const outcome = await world.runtime.execute("giving");
  const { ref } = (outcome as { observation: Observation }).observation;
  for (const bad of [
    "",
    "x",
    "../events.jsonl",
    "observations/../events.jsonl",
    `${ref}/`,
    `${ref}\n`,
    `/${ref}`,
  ]) {
    expect(errorOf(await world.runtime.execute("read_observation", { ref: bad })).code).toBe("invalid_input");
  }
  const other = await world.runtime.openRun();
  const fromOther = errorOf(await other.execute({ tool: "read_observation", input: { ref } }));
  expect(fromOther.message).toBe(`Cannot read "${ref}": this run has no such observation`);
});

test("boundOutput() keeps pictures and files whole, and shows a note in their place", async () => {
  const data = "A".repeat(4_000);
  const resource = { uri: "file:///a.bin", mimeType: "application/zip", blob: data };
  const text = { type: "text", text: "two things" };
  const content = [text, { type: "image", mimeType: "image/png", data }, { type: "resource", resource }];
  await using world = await giving({ content, structuredContent: { data } });
  const outcome = await world.runtime.execute("giving");
  const { ref, truncated } = (outcome as { observation: Observation }).observation;
  expect(truncated).toBe(true);
  expect(outputOf(outcome)).toEqual({
    content: [
      text,
      {
        type: "image",
        mimeType: "image/png",
        data: `[3000 bytes of image/png, kept whole under ref "${ref}"]`,
      },
      {
        type: "resource",
        resource: { ...resource, blob: `[3000 bytes of application/zip, kept whole under ref "${ref}"]` },
      },
    ],
    structuredContent: { data },
  });
  const { runId } = outcome;
  expect(JSON.parse(await world.runtime.history.observation(runId, ref))).toMatchObject({
    content,
  });
});
