import { expect, test } from "vitest";
import { aRuntime, aTool, errorOf, outputOf, type TestRuntime } from "../../../test/support/a-runtime.ts";

const call = async ({ runtime }: TestRuntime, tool: string, input?: unknown) =>
  outputOf(await runtime.execute(tool, input));

test("current_time tells the time of any zone, with its offset", async () => {
  await using world = await aRuntime();
  const before = Date.now();
  const told = (await call(world, "time", { timezone: "Asia/Kathmandu" })) as Record<string, string>;
  expect(Number(told.timestamp)).toBeGreaterThanOrEqual(before);
  expect(told.iso).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:45$/);
  expect(Math.abs(Date.parse(told.iso ?? "") - Date.now())).toBeLessThan(60_000);
  expect(await call(world, "current_time", { timezone: "UTC" })).toMatchObject({
    iso: expect.stringMatching(/\+00:00$/),
  });
  expect(await call(world, "current_time")).toHaveProperty("timezone");
  const error = errorOf(await world.runtime.execute("current_time", { timezone: "Mars/Olympus" }));
  expect(error.message).toBe(
    'Cannot tell the time in "Mars/Olympus": unknown time zone. Use an IANA name such as "Europe/Berlin"',
  );
});

test("sleep waits as long as it says, ends when it is cancelled, and takes no nonsense", async () => {
  await using world = await aRuntime();
  expect(await call(world, "wait", { duration: 0.01 })).toEqual({ slept: 0.01 });
  const stop = new AbortController();
  const asleep = world.runtime.execute("sleep", { duration: 3_600 }, { signal: stop.signal });
  setTimeout(() => stop.abort(), 20);
  expect(errorOf(await asleep).code).toBe("cancelled");
  for (const duration of [-1, 3_601, "1", null]) {
    expect(errorOf(await world.runtime.execute("sleep", { duration })).code).toBe("invalid_input");
  }
});

test("get_env and set_env know only the names that the config lists, and no secret under any name", async () => {
  await using world = await aRuntime({
    yaml: "tools:\n  environment:\n    read: [COLOUR, API_TOKEN, COPY, PATH]\n    write: [COLOUR, API_TOKEN]\nwebSearch:\n  provider: tavily\n  apiKey: ${SECRET_SOURCE}\npermissions:\n  safe: [set_env]\n",
    variables: {
      COLOUR: "blue",
      API_TOKEN: "t0ken",
      COPY: "s3cret-value",
      SECRET_SOURCE: "s3cret-value",
      OTHER: "x",
    },
  });
  const code = async (tool: string, input: unknown) => errorOf(await world.runtime.execute(tool, input)).code;
  expect(await call(world, "get_env", { key: "COLOUR" })).toEqual({ value: "blue" });
  expect(await call(world, "set_env", { key: "COLOUR", value: "red" })).toEqual({ previous: "blue" });
  expect(await call(world, "get_env", { key: "COLOUR" })).toEqual({ value: "red" });
  expect(process.env.COLOUR).toBeUndefined();
  expect(await call(world, "get_env", { key: "PATH" })).toEqual({ value: null });
  for (const key of ["OTHER", "API_TOKEN", "COPY", "toString", "__proto__"])
    expect([key, await code("get_env", { key })]).toEqual([key, "tool_not_allowed"]);
  for (const key of ["OTHER", "API_TOKEN", "PATH"])
    expect([key, await code("set_env", { key, value: "x" })]).toEqual([key, "tool_not_allowed"]);
  for (const key of ["", "A=B", "1A", "A B", "A\u0000"])
    expect([key, await code("get_env", { key })]).toEqual([key, "invalid_input"]);
  expect(JSON.stringify([...(await world.homeFiles()).values()])).not.toContain("s3cret-value");
});

test("set_env asks before it changes anything, unless a rule says otherwise", async () => {
  await using world = await aRuntime({ config: { tools: { environment: { write: ["COLOUR"] } } } });
  expect(errorOf(await world.runtime.execute("set_env", { key: "COLOUR", value: "red" })).code).toBe(
    "approval_required",
  );
});

test("detect_platform tells what machine this is, and nothing that identifies it", async () => {
  await using world = await aRuntime();
  const told = await call(world, "detect_platform");
  expect(told).toMatchObject({
    platform: process.platform,
    architecture: process.arch,
    node: process.versions.node,
  });
  const { hostname, userInfo } = await import("node:os");
  for (const name of [hostname(), userInfo().username, userInfo().homedir].filter(
    (text) => text.length > 4,
  )) {
    expect(JSON.stringify(told)).not.toContain(name);
  }
});

test("get_tool_info gives a tool's schema by any of its names, and the nearest names for none", async () => {
  await using world = await aRuntime({ tools: [aTool({ name: "mine", version: "2.0.0" })] });
  expect(await call(world, "get_tool_info", { tool_name: "FileRead" })).toMatchObject({
    name: "read_file",
    inputSchema: { type: "object" },
  });
  expect(await call(world, "get_tool_info", { tool_name: "mine@2.0.0" })).toMatchObject({
    version: "2.0.0",
    source: "custom",
  });
  expect(errorOf(await world.runtime.execute("get_tool_info", { tool_name: "raed_file" }))).toMatchObject({
    code: "tool_not_found",
    details: { nearest: ["read_file"] },
  });
});

test("get_run_log looks back at this run, page by page, and at no other", async () => {
  await using world = await aRuntime({ tools: [aTool({ name: "noop" })] });
  const other = await world.runtime.openRun({ title: "other" });
  await other.execute({ tool: "noop", input: { text: "not yours" } });
  for (const text of ["one", "two"]) await world.runtime.execute("noop", { text });
  const records = async (input: unknown) =>
    ((await call(world, "get_run_log", input)) as { records: { seq: number; type: string }[] }).records;
  const all = await records({});
  expect(all.map(({ type }) => type)).toEqual([
    "run-start",
    "call-start",
    "call-end",
    "call-start",
    "call-end",
    "call-start",
  ]);
  expect(JSON.stringify(all)).not.toContain("not yours");
  expect((await records({ limit: 2, before: 3 })).map(({ seq }) => seq)).toEqual([1, 2]);
});

test("read_observation pages and searches to the end", async () => {
  const text = `${"x".repeat(9_000)}NEEDLE\n${"y".repeat(9_000)}needle\n`;
  await using world = await aRuntime({ tools: [aTool({ name: "large", run: () => text })] });
  const outcome = await world.runtime.execute("large");
  const ref = outcome.type === "success" ? outcome.observation?.ref : undefined;
  let read = "";
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page = (await call(world, "read_observation", { ref, offset })) as {
      text: string;
      nextOffset?: number;
    };
    read += page.text;
    offset = page.nextOffset;
  }
  expect(read).toBe(text);
  const hits = (await call(world, "read_observation", { ref, pattern: "needle", maxHits: 1 })) as {
    hits: { line: number }[];
    nextOffset: number;
  };
  expect([hits.hits.map(({ line }) => line), hits.nextOffset]).toEqual([[1], 18_007]);
  expect(
    await call(world, "read_observation", { ref, pattern: "needle", offset: hits.nextOffset }),
  ).toMatchObject({ hits: [{ line: 2 }] });
  expect(await call(world, "read_observation", { ref, pattern: "İ" })).toMatchObject({ hits: [] });
  expect(await call(world, "read_observation", { ref, offset: 10 ** 9 })).toMatchObject({ text: "" });
});
