import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findCycles } from "./find-cycles.ts";
import { findUnusedExports, isEntry, readUsers } from "./find-unused-exports.ts";
import { findViolations, layerOf, type SourceFile } from "./find-violations.ts";
import { layerTable } from "./layer-table.ts";
import { LAYERS } from "./layers.ts";

const root = new URL("../..", import.meta.url).pathname;
const files: SourceFile[] = globSync("src/**/*.ts", { cwd: root })
  .filter((path) => !path.endsWith(".test.ts"))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, "utf8") }));

/** The time that a test or a hook at the margin of a file names. */
const NAMED_TIME =
  /^(?:\}, | {2}\{ timeout: |(?:test|describe)\b.*\{ timeout: | {2}(?=[\d_]+,\n\);))([\d_]+)/gm;

/** The names that a function body uses above the line that declares them. */
function usesAbove(body: string): string[] {
  const declarations = [...body.matchAll(/^ {2}const (?:(\w+)|\{([^}]*)\})/gm)];
  const declared = declarations.flatMap(({ index, 1: name, 2: members = "" }) => {
    // In `{ a, b: c, d = e }` the names are a, c and d.
    const names = members.split(",").map((member) => member.replace(/=.*/s, "").split(":").at(-1)?.trim());
    return (name === undefined ? names : [name]).map((each) => ({ name: each, above: body.slice(0, index) }));
  });
  return declared.flatMap(({ name = "", above }) => {
    const use = new RegExp(`^ {2}.*(?<![.\\w"])${name}\\b(?!:|")`, "m");
    return name !== "" && use.test(above) ? [name] : [];
  });
}

test("the table of layers lists in each row only rows above it", () => {
  const above = new Set<string>();
  for (const [layer, allowed] of Object.entries(LAYERS)) {
    for (const name of allowed) expect(above, `${layer} lists ${name}`).toContain(name);
    above.add(layer);
  }
});

test("docs/architecture.md shows this table", () => {
  expect(readFileSync(`${root}docs/architecture.md`, "utf8")).toContain(layerTable());
});

test("the checker sees the source", () => {
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter(({ text }) => text.includes("import ")).length).toBeGreaterThan(60);
});

test("no file imports what its layer may not, nor holds a power of another", () => {
  expect(findViolations(files)).toEqual([]);
});

test("no file but the public surface is a barrel", () => {
  const barrels = files.filter(({ path, text }) => path !== "src/index.ts" && /^export \* from/m.test(text));
  expect(barrels.map(({ path }) => path)).toEqual([]);
});

test("no files import one another in a circle, not even for types", () => {
  expect(findCycles(files)).toEqual([]);
  const planted = [
    { path: "src/a.ts", text: 'import type { B } from "./b.ts";' },
    { path: "src/b.ts", text: 'import { c } from "./c.ts";' },
    { path: "src/c.ts", text: 'const a = await import("./a.ts");' },
  ];
  expect(findCycles(planted)).toEqual(["src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts"]);
});

test("nothing is exported that no other file uses", () => {
  expect(findUnusedExports(files, readUsers(root), isEntry)).toEqual([]);
  const planted = { path: "src/a.ts", text: "export const used = 1;\nexport interface Unused {}" };
  const user = { path: "src/b.ts", text: 'import { used } from "./a.ts";' };
  expect(findUnusedExports([planted], [user], isEntry)).toEqual(["src/a.ts: Unused"]);
});

test("the wiring reads from top to bottom: nothing is used above the line that makes it", () => {
  expect(usesAbove(readFileSync(`${root}src/wiring/wire-runtime.ts`, "utf8"))).toEqual([]);
  const planted =
    "  const vault = wireVault({ learn: () => calls.world() });\n  const calls = wireHarbour({ vault });";
  expect(usesAbove(planted)).toEqual(["calls"]);
});

test("no folder holds more than 25 source files: a newcomer reads its list at a glance", () => {
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  const crowded = [...folders].filter(([, held]) => held.length > 25).map(([folder]) => folder);
  expect(crowded).toEqual([]);
});

test("the fields of an object stand in it, and not in another one that is spread into it", () => {
  const spread = /^\s*\.\.\.\{/m;
  expect(files.filter(({ text }) => spread.test(text)).map(({ path }) => path)).toEqual([]);
  expect("call({\n  ...{ store, money },\n});").toMatch(spread);
});

test("no source file is longer than 300 lines", () => {
  const long = files.filter(({ text }) => text.trimEnd().split("\n").length > 300).map(({ path }) => path);
  expect(long).toEqual([]);
});

test("no test and no hook has less time than the default: that would assume a quiet machine", () => {
  const short = globSync(["src/**/*.test.ts", "test/*/**/*.test.ts"], {
    cwd: root,
    exclude: (name) => name === "node_modules",
  }).flatMap((path) =>
    [...readFileSync(`${root}${path}`, "utf8").matchAll(NAMED_TIME)]
      .filter(([, time = ""]) => Number(time.replaceAll("_", "")) <= 180_000)
      .map(([, time]) => `${path}: ${time}`),
  );
  expect(short).toEqual([]);
});

test.each([
  ["src/policy/x.ts", 'import { a } from "../store/store.ts";'],
  ["src/contract/x.ts", 'import { a } from "../support/nearest.ts";'],
  ["src/sources/builtin/x.ts", 'import { a } from "../skills/y.ts";'],
  ["src/doors/cli/x.ts", 'const a = await import("../../execution/open-run.ts");'],
  ["src/execution/x.ts", 'import { spawn } from "node:child_process";'],
  ["src/tool/x.ts", "const home = process.env.HOME;"],
  ["src/agent/x.ts", 'const answer = await fetch("http://x");'],
  ["src/sources/builtin/x.ts", 'const { Client } = await import("undici");'],
  ["src/tool/x.ts", 'import { lookup } from "node:dns/promises";'],
  ["src/runtime.ts", 'import { DatabaseSync } from "node:sqlite";'],
  ["src/tool/x.ts", 'import { a } from "./y";'],
  ["src/elsewhere/x.ts", ""],
])("the checker finds the violation planted in %s: %s", (path, text) => {
  expect(findViolations([{ path, text }])).toHaveLength(1);
});

test("the checker passes allowed imports, and text in comments", () => {
  const text = '// process.env\n/* node:child_process */\nimport { a } from "../contract/error.ts";';
  expect(findViolations([{ path: "src/policy/x.ts", text }])).toEqual([]);
  expect(layerOf("src/sources/builtin/file/read-and-write-file.ts")).toBe("sources/builtin");
});
