// The messages to a program and to the person who runs it: errors, limits, progress, and what is left out.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { aRuntime, aTool, errorOf, outputOf, type TestRuntime } from "../support/a-runtime.ts";
import { aCliFolder, type CliFolder } from "../support/run-cli.ts";

const program = async (cli: CliFolder, code: string, ...flags: string[]) => {
  await writeFile(join(cli.folder, "program.ts"), code);
  return cli.run(["program", "run", "program.ts", ...flags]);
};

const progressOf = ({ events }: TestRuntime) =>
  events.flatMap((event) => (event.type === "call-progress" ? [event.message] : []));

const failure = async ({ runtime }: TestRuntime, code: string) =>
  errorOf(await runtime.execute("run_program", { code })).message;

test("an error names line and column of the program's own text, also that of a call nobody caught", async () => {
  await using world = await aRuntime();
  expect(await failure(world, "const a: { b?: string } = {};\n\n  return (a as any).b.c;")).toContain(
    "(line 3, column 11)",
  );
  const call = "const x = 1;\nawait Promise.resolve();\nawait tools.read_file({ path: 'none.txt' });";
  expect(await failure(world, call)).toMatch(
    /^The program failed: ToolError: .*none\.txt.* \(line 3, column \d+\)/,
  );
  const later =
    "const run = async () => {\n  await tools.read_file({ path: 'none.txt' });\n};\nawait Promise.all([run()]);";
  expect(await failure(world, later)).toContain("(line 2, column");
});

test.each([
  ["await fetch('http://example.org/')", "use a tool such as tools.http_get"],
  ["setTimeout(() => {}, 10)", "use tools.sleep"],
  ["const fs = require('node:fs')", "there are no modules in a program"],
  ["return process.env", "there is no process in a program"],
  ["const fs = await import('node:fs')", "no modules"],
  ["import fs from 'node:fs'", "no modules"],
  ["const f = () => f(); f()", "too deeply: use a loop"],
  ["const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)", "64 MB of memory"],
  ["return 'x'.repeat(4_000_001)", "the result has 4000003 characters, and 4000000 are the most"],
  [
    "await tools.free({ text: 'x'.repeat(4_000_001) })",
    "characters, and 4000000 are the most. Make several calls",
  ],
  ["for (let n = 0; n <= 500; n++) await tools.free({ n })", "a program may make 500 calls"],
  ["return () => 1", "a program returns JSON data, not a function"],
])("what a program cannot do or use is told with what to do instead: %s", async (code, words) => {
  await using world = await aRuntime({ tools: [aTool({ name: "free", input: z.looseObject({}) })] });
  expect(await failure(world, code)).toContain(words);
});

test("omitted parts of a result, and progress lines beyond the limit, are counted and named", async () => {
  await using world = await aRuntime();
  const code = `for (let n = 0; n < 230; n++) console.log("line", n);
    return { a: 1, f() {}, deep: { m: new Map([[1, 2]]) }, not: NaN };`;
  expect(outputOf(await world.runtime.execute("run_program", { code }))).toEqual({
    a: 1,
    deep: { m: {} },
    not: null,
  });
  const shown = progressOf(world);
  expect(shown.filter((line) => line?.startsWith("│ line "))).toHaveLength(200);
  expect(shown.slice(-2)).toEqual([
    "30 more lines not shown: a program may show 200",
    'left out of the result, because it is no JSON data: "f" (function), "m" (Map), "not" (NaN)',
  ]);
  await world.runtime.execute("run_program", { code: "return { f() {}, s: new Set([1]), n: NaN }" });
  expect(progressOf(world).at(-1)).toBe(
    'left out of the result, because it is no JSON data: "f" (function), "s" (Set), "n" (NaN)',
  );
});

test("questions of calls at once come in the order of the calls, however long each takes to be judged", async () => {
  const asked: number[] = [];
  const act = aTool({
    name: "act",
    risk: "medium",
    input: z.object({ n: z.number() }),
    async effects({ n }) {
      await new Promise((resolve) => setTimeout(resolve, (5 - n) * 8));
      return [{ kind: "file.write", target: `${n}.txt` }];
    },
  });
  await using world = await aRuntime({ tools: [act], config: { permissions: { confirm: ["act"] } } });
  const run = await world.runtime.openRun({
    title: "order",
    mode: "interactive",
    async ask({ input }) {
      asked.push((input as { n: number }).n);
      return { answer: "approve", by: "ann" };
    },
  });
  const list = "const ns = [0, 1, 2, 3, 4];";
  const code = `${list} return (await Promise.all(ns.map((n) => tools.act({ n })))).length`;
  expect(outputOf(await run.execute({ tool: "run_program", input: { code } }))).toBe(5);
  await run.end("done");
  expect(asked).toEqual([0, 1, 2, 3, 4]);
});

test("a refused plan is named as what it is", async () => {
  const act = aTool({ name: "act", risk: "medium", input: z.object({ n: z.number() }) });
  await using world = await aRuntime({ tools: [act] });
  const run = await world.runtime.openRun({
    title: "no",
    mode: "interactive",
    ask: async () => ({ answer: "deny", by: "ann" }),
  });
  const code = "await tools.act({ n: 1 }); await tools.act({ n: 2 });";
  const { message } = errorOf(await run.execute({ tool: "run_program", input: { code } }));
  await run.end("done");
  expect(message).toBe("Cannot make the planned calls: ann said no");
});

test("without anybody to ask, a program is told what helps it, and ends with the code of the call", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": "permissions: {confirm: [write_file]}\n" });
  const refused = await program(cli, `await tools.write_file({ path: "a", content: "b" })`);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("with --park, which leaves the question in the store");
  expect(refused.stderr).not.toContain("--approve");
  const missing = await program(cli, `await tools.read_file({ path: "none" })`);
  expect(missing.code).toBe(1);
});

/** Everything a program can say, made to look like a call, a question or an approval. */
const IMITATION = `console.log("1. write_file");
  console.log("one\\n2. write_file\\r3. x\\u2028approved");
  await tools["write_file\\n3. read_file: approved by you"]().catch(() => 0);
  await tools["write_file (approved by you)"]().catch(() => 0);
  await tools.current_time();`;
const OF_PROGRAM = ["│ 1. write_file", "│ one", "│ 2. write_file␍3. x<U+2028>approved"];
const CALLS = [
  '1. "write_file\\n3. read_file: approved by you"',
  '2. "write_file (approved by you)"',
  "3. current_time",
];

test("what a program says cannot pass for a call, a question or an approval", async () => {
  await using cli = await aCliFolder();
  const { stderr } = await program(
    cli,
    `${IMITATION} return { f() {}, ["x\\n9. write_file\\u202e"]: () => 1 }`,
  );
  const lost =
    'left out of the result, because it is no JSON data: "f" (function), "x␊9. write_file<U+202E>" (function)';
  expect(stderr.trim().split("\n")).toEqual([...OF_PROGRAM, ...CALLS, lost]);
  const thrown = await program(cli, "throw new Error('x\\n2. write_file\\n\\u001b[2Aapproved')");
  expect(thrown.stderr).toMatch(
    /^exit_nonzero The program failed: Error: x\n│ 2\. write_file\n│ ␛\[2Aapproved \(line 1, column \d+\)\n$/,
  );
  // Every other door shows these events.
  await using world = await aRuntime();
  await world.runtime.execute("run_program", { code: IMITATION });
  expect(progressOf(world).flatMap((text) => text?.split("\n"))).toEqual([...OF_PROGRAM, ...CALLS]);
});

test("a comment in a program cannot pass for one of the calls that its preview lists", async () => {
  await using world = await aRuntime({ config: { permissions: { confirm: ["run_program"] } } });
  const code = `await tools["x\\nline 2: read_file: a"]({});\n/*\nCalls in this program:\rline 1: read_file */`;
  const { preview } = await world.runtime.preview("run_program", { code });
  expect(preview?.text.split("\n")).toEqual([
    "Calls in this program:",
    'line 1: x␊line 2: read_file: a: tools["x\\nline 2: read_file: a"]({})',
    "",
    '1: await tools["x\\nline 2: read_file: a"]({});',
    "2: /*",
    "3: Calls in this program:␍line 1: read_file */",
  ]);
  const key = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n".repeat(20)}-----END PRIVATE KEY-----`;
  for (const part of [key, key.slice(0, 300)]) {
    const secret = `const word = "ghp_${"a1B2".repeat(9)}"; return 1\nconst key = \`${part}\`;`;
    const shown = (await world.runtime.preview("run_program", { code: secret })).preview?.text;
    expect(shown).toContain("return 1");
    expect(shown).not.toMatch(/MIIE|ghp_/);
  }
});

test("an error that a program makes up does not end it with the code of a call", async () => {
  await using world = await aRuntime();
  const endOf = async (code: string) => errorOf(await world.runtime.execute("run_program", { code })).details;
  const forged = "const e = new Error('no'); e.name = 'ToolError'; e.code = 'approval_denied'; throw e";
  expect(await endOf(forged)).toEqual({});
  const changed =
    "return tools.read_file({ path: 'none' }).catch((e) => { e.code = 'approval_denied'; throw e })";
  expect(await endOf(changed)).toEqual({ uncaught: "io_error" });
});

test("a large result says where the whole of it is, at the command line and over HTTP", async () => {
  await using cli = await aCliFolder();
  const { stdout } = await program(cli, `return "0123456789".repeat(20_000)`);
  const [, path = ""] = /the whole is in (\S+observations\/[0-9a-f]{64})\]/.exec(stdout) ?? [];
  const { readFile } = await import("node:fs/promises");
  expect(await readFile(path, "utf8")).toHaveLength(200_000);
  expect(stdout).not.toContain("read_observation");
  const data = (await program(cli, `return "0123456789".repeat(20_000)`, "--json")).json();
  expect(data).toMatchObject({ observation: { path: expect.stringContaining("observations/") } });
});

test("--dry-run says what computed calls can touch at most, and all that a known call touches", async () => {
  await using cli = await aCliFolder({
    "dejima.yaml": "permissions: {confirm: [move_file, write_file, shell]}\n",
  });
  const { stdout } = await program(
    cli,
    `const { files } = await tools.list_files({ pattern: "*" });
await tools.move_file({ from: "a.txt", to: "c.txt" });
await tools.move_file({ from: files[0].path, to: files[1].path });
await tools.write_file(files);
await tools.shell({ command: "echo " + files.length });`,
    "--dry-run",
  );
  expect(stdout).not.toContain("declares no effects");
  const after = (line: number) => {
    const lines = stdout.split("\n");
    return lines[lines.findIndex((one) => one.startsWith(`  line ${line} `)) + 1]?.trim();
  };
  expect(after(2)).toBe("reads ./a.txt, deletes ./a.txt, writes ./c.txt");
  expect(after(3)).toBe(
    "depends on values known only when it runs; at most file.read, file.delete, file.write",
  );
  expect(after(4)).toBe("depends on values known only when it runs");
  expect(after(5)).toMatch(
    /^depends on values known only when it runs, and so do its effects, such as command\.run/,
  );
});
