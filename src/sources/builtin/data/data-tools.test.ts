import { expect, test } from "vitest";
import { aRuntime, errorOf, outputOf, type TestRuntime } from "../../../../test/support/a-runtime.ts";
import { processorTime } from "../../../../test/support/processor-time.ts";

const call = async ({ runtime }: TestRuntime, tool: string, input: unknown) =>
  outputOf(await runtime.execute(tool, input));
const refusal = async ({ runtime }: TestRuntime, tool: string, input: unknown) => {
  const error = errorOf(await runtime.execute(tool, input));
  expect(error.code).toBe("invalid_input");
  return error.message;
};

test("json_parse gives data, and says where a text is no JSON", async () => {
  await using world = await aRuntime();
  expect(await call(world, "json_parse", { text: ' {"a": [1, null, "é"]} ' })).toEqual({
    data: { a: [1, null, "é"] },
  });
  for (const text of ["null", "0", '"x"', "[]"])
    expect(await call(world, "json_parse", { text })).toEqual({ data: JSON.parse(text) });
  expect(await refusal(world, "json_parse", { text: '{"a": }' })).toMatch(
    /^Cannot parse the text as JSON: Unexpected token '}'/,
  );
  expect(await refusal(world, "json_parse", { text: "" })).toMatch(/Cannot parse/);
});

test("json_parse and json_query refuse keys that could change prototypes, and trees without end", async () => {
  await using world = await aRuntime();
  const text = '{"a": [{"__proto__": {"polluted": true}}]}';
  expect(await refusal(world, "json_parse", { text })).toContain('__proto__" is a key');
  expect(await refusal(world, "json_query", { text, query: "$.a[*]" })).toContain('__proto__" is a key');
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  expect(await refusal(world, "json_parse", { text: deep })).toMatch(/deeper/);
  expect(await refusal(world, "json_query", { text: deep, query: "$..*" })).toMatch(/deeper/);
  expect(await call(world, "json_parse", { text: '{"constructor": {"prototype": 1}}' })).toEqual({
    data: { constructor: { prototype: 1 } },
  });
});

test("json_stringify writes data on one line or for people, and json_parse reads it back", async () => {
  await using world = await aRuntime();
  const data = { b: [1, { c: "é\u2028" }], a: null };
  const { text } = (await call(world, "json_stringify", { data })) as { text: string };
  expect(JSON.parse(text)).toEqual(data);
  expect(text).not.toContain("\n");
  expect(await call(world, "json_stringify", { data: [1], pretty: true })).toEqual({ text: "[\n  1\n]" });
  expect(await call(world, "json_stringify", { data: null })).toEqual({ text: "null" });
  expect(await refusal(world, "json_stringify", { pretty: true })).toContain('"data" is missing');
});

test("json_query selects by JSONPath from data or text, tells where, and bounds what it returns", async () => {
  await using world = await aRuntime();
  const data = {
    users: [
      { name: "Ada", age: 36 },
      { name: "Bob", age: 20 },
    ],
  };
  const query = "$.users[?@.age > 30].name";
  const found = { values: ["Ada"], paths: ["$['users'][0]['name']"], total: 1 };
  expect(await call(world, "json_query", { data, query })).toEqual(found);
  expect(await call(world, "json_query", { text: JSON.stringify(data), query })).toEqual(found);
  expect(await call(world, "json_query", { data, query: "$.nothing" })).toEqual({
    values: [],
    paths: [],
    total: 0,
  });
  expect(await call(world, "json_query", { data: [1, 2, 3], query: "$[*]", limit: 2 })).toMatchObject({
    values: [1, 2],
    total: 3,
  });
  expect(await call(world, "json_query", { data: null, query: "$" })).toMatchObject({ values: [null] });
  expect(await refusal(world, "json_query", { query: "$" })).toContain('give either "data" or "text"');
  expect(await refusal(world, "json_query", { query: "$", data: 1, text: "1" })).toContain(
    'give either "data" or "text"',
  );
  expect(await refusal(world, "json_query", { query: "users[", data })).toMatch(
    /Cannot use the query "users\[".*JSONPath starts with \$/,
  );
  expect(await refusal(world, "json_query", { query: "$", text: "{" })).toContain(
    'Cannot parse "text" as JSON',
  );
});

test("json_query can be stopped, whatever query it was given", async () => {
  await using world = await aRuntime({ config: { tools: { timeout: "1s" } } });
  const hostile = [
    { query: "$[?match(@, '(a+)+b')]", data: ["a".repeat(40)] },
    { query: "$[?count($..*) > 0 && count($..*[?count($..*) > 1]) > 0]", data: Array(2_000).fill([1]) },
  ];
  for (const input of hostile) {
    const started = processorTime();
    expect(errorOf(await world.runtime.execute("json_query", input)).code).toBe("timeout");
    expect(processorTime() - started).toBeLessThan(5_000);
  }
  // On a busy machine an honest query may take more than a second as well.
  await expect
    .poll(() => world.runtime.execute("json_query", { query: "$[?@ > 1]", data: [1, 2] }))
    .toMatchObject({ type: "success", output: { values: [2] } });
});

test("base64_encode and base64_decode are each other's reverse, in both alphabets", async () => {
  await using world = await aRuntime();
  for (const text of ["", "a", "héllo 世界 🌍", "\u0000\u0001", "??>>"]) {
    for (const urlSafe of [false, true]) {
      const { encoded } = (await call(world, "base64_encode", { text, urlSafe })) as { encoded: string };
      if (urlSafe) expect(encoded).toMatch(/^[A-Za-z0-9_-]*$/);
      expect(await call(world, "base64_decode", { encoded })).toEqual({ decoded: text });
    }
  }
  expect(await call(world, "base64_decode", { encoded: " aGVs\nbG8= " })).toEqual({ decoded: "hello" });
});

test("base64_decode refuses invalid Base64 and binary content instead of garbling it", async () => {
  await using world = await aRuntime();
  for (const encoded of ["a", "aGVsbG8=x", "ab=cd", "héé=", "aGVsbG8$"]) {
    expect(await refusal(world, "base64_decode", { encoded })).toBe("Cannot decode: the text is not Base64");
  }
  for (const encoded of ["/w==", "gICA"]) {
    expect(await refusal(world, "base64_decode", { encoded })).toBe(
      "Cannot decode into text: the content is not UTF-8",
    );
  }
});
