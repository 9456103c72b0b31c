import { expect, test, vi } from "vitest";
import { LineCounter } from "yaml";
import { yamlData, yamlDocument } from "./yaml-data.ts";

test("yamlData() reads YAML and JSON, and refuses a key that appears twice, at any depth", () => {
  expect(yamlData("a: [1, x]\nb: {c: null}")).toEqual({ a: [1, "x"], b: { c: null } });
  expect(yamlData('{"a": {"b": 1}}')).toEqual({ a: { b: 1 } });
  for (const text of ["a: 1\na: 2", '{"a": {"b": 1, "b": 2}}', "- {x: 1, y: 2, x: 3}", "'a': 1\na: 2"])
    expect(() => yamlData(text), text).toThrow(/must be unique/);
});

test("yamlDocument() says where the second key is", () => {
  const document = yamlDocument("a: 1\nb:\n  c: 1\n  c: 2\n", { lineCounter: new LineCounter() });
  expect(document.errors).toMatchObject([{ code: "DUPLICATE_KEY", linePos: [{ line: 4, col: 3 }] }]);
});

test("yamlData() takes time linear in the number of keys", () => {
  const took = (keys: number) => {
    const text = Array.from({ length: keys }, (_, at) => `key${at}: v`).join("\n");
    const started = process.cpuUsage();
    yamlData(text);
    return process.cpuUsage(started).user;
  };
  took(4_000);
  // Compared pair by pair, ten times the keys took a hundred times as long.
  expect(took(40_000) / took(4_000)).toBeLessThan(40);
});

test("yamlData() writes nothing of a hostile text to the terminal", () => {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  expect(yamlData("a: !!js/function 'x'\nb: !<tag:\u001b[2J> y")).toMatchObject({ a: "x" });
  yamlData("? [1, 2]\n: c");
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

test("yamlData() says in words that a text is nested too deep, or refers to itself", () => {
  expect(() => yamlData(`a: ${"[".repeat(20_000)}`)).toThrow("The text is nested too deep");
  for (const text of ["a: &a [*a]", "a: &a {b: {c: *a}}", "a: &x\n  - 1\n  - *x\n"])
    expect(() => yamlData(text), text).toThrow(/^The alias \w refers to itself/);
  expect(yamlData("a: &a [1]\nb: [*a, *a]")).toEqual({ a: [1], b: [[1], [1]] });
});

test("yamlDocument() leaves keys that appear twice where they are allowed", () => {
  expect(yamlDocument("a: 1\na: 2", { uniqueKeys: false }).errors).toEqual([]);
});
