import { expect, test } from "vitest";
import { nameTools } from "./tool-names.ts";

const of = (server: string, tool: string, prefixed = false) => ({ server, tool, prefixed });
const names = (tools: ReturnType<typeof of>[], taken: string[] = []) =>
  nameTools(tools, taken).map(({ name }) => name);

test("nameTools() keeps a server's own name, with the prefixed one as an alias", () => {
  expect(nameTools([of("memory", "read-graph")], [])).toEqual([
    { name: "read-graph", aliases: ["memory__read-graph"] },
  ]);
});

test("nameTools() puts the server before names that collide or could be taken for another", () => {
  expect(names([of("files", "read_file")], ["read_file"])).toEqual(["files__read_file"]);
  expect(names([of("files", "Read-File")], ["read_file"])).toEqual(["files__Read-File"]);
  expect(names([of("a", "search"), of("b", "search")])).toEqual(["a__search", "b__search"]);
  expect(names([of("b", "search"), of("a", "search")])).toEqual(["b__search", "a__search"]);
  expect(names([of("a", "grep", true)])).toEqual(["a__grep"]);
});

test("nameTools() makes names that every model takes, and never the same twice", () => {
  const made = names([
    of("a", "größe"),
    of("a", "gr__e"),
    of("a.b", "x".repeat(200)),
    of("a", "1st"),
    of("a", ""),
  ]);
  for (const name of made) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
  expect(new Set(made).size).toBe(made.length);
});
