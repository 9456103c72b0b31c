import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { aRuntime, errorOf, outputOf } from "../support/a-runtime.ts";
import { aCliFolder } from "../support/run-cli.ts";

const PLAIN = (answer: string) => `export default {
  name: "say_it", summary: "Says what its author wrote", description: "Says it.", input: { type: "object" },
  run: () => ${JSON.stringify(answer)},
};
`;
const DEFINED = `import { defineTool, DejimaError } from "dejima";
import { z } from "zod";
const count = (text: string): number => text.split(/\\s+/).length;
export const words = defineTool({
  name: "count_words", summary: "Count the words of a text", description: "Counts.", category: "data", risk: "low",
  input: z.object({ text: z.string() }), run: ({ text }) => count(text),
});
export const refuse = defineTool({
  name: "refuse_it", summary: "Always refuses what it is asked", description: "Refuses.", category: "data", risk: "low",
  input: z.object({}), run: () => { throw new DejimaError("conflict", "Cannot do that"); },
});
`;

test("files of a vouched folder are tools like all others, and follow their files", async () => {
  await using world = await aRuntime({
    files: {
      "own/say.js": PLAIN("first"),
      "own/other.ts": PLAIN("other").replace("say_it", "say_other"),
      "own/_helper.ts": "export const a = 1;",
    },
    toolFolders: ["own"],
    config: { permissions: { safe: ["say_it"] } },
  });
  const { runtime, workspace } = world;
  expect(outputOf(await runtime.execute("say_it"))).toBe("first");
  expect(runtime.toolInfo("say_it")).toMatchObject({ source: "custom", risk: "medium" });

  await writeFile(join(workspace, "own/say.js"), PLAIN("second"));
  await vi.waitFor(async () => expect(outputOf(await runtime.execute("say_it"))).toBe("second"), 5_000);
  await rm(join(workspace, "own/other.ts"));
  await vi.waitFor(() => expect(runtime.registry.has("say_other")).toBe(false), 5_000);
});

test("a file that breaks keeps its earlier tools, says why, and takes no other with it", async () => {
  await using world = await aRuntime({
    files: {
      "own/say.js": PLAIN("good"),
      "own/throws.js": "throw new Error('no way');",
      "own/empty.ts": "export const nothing = 1;",
      "own/taken.js": PLAIN("x").replace("say_it", "read_file"),
      "own/half.js": 'export default { name: "half_done", run() {} };',
    },
    toolFolders: ["own"],
    config: { permissions: { safe: ["say_it"] } },
  });
  const { runtime, workspace } = world;
  await runtime.ready();
  const own = runtime.ownTools;
  const problems = Object.fromEntries(
    (await own.folders())[0]?.files.map(({ file, problem }) => [file, problem]) ?? [],
  );
  expect(problems).toMatchObject({
    "throws.js": /it does not run: no way/,
    "empty.ts": /exports no tool/,
    "taken.js": /builtin already registered it/,
    "half.js": /"half_done" has no summary/,
  });
  await writeFile(join(workspace, "own/say.js"), "export default {{");
  await vi.waitFor(
    async () =>
      expect((await own.folders())[0]?.files.find(({ file }) => file === "say.js")?.problem).toBeDefined(),
    5_000,
  );
  expect(outputOf(await runtime.execute("say_it"))).toBe("good");
});

test("tool files are TypeScript and import dejima and zod, wherever they lie", async () => {
  await using user = await aCliFolder();
  await using cli = await aCliFolder({ ".dejima/tools/words.ts": DEFINED });
  // The copy of Dejima that a tool file imports is resolved by Node itself.
  const options = { variables: { HOME: user.folder }, asProcess: true };
  await cli.run(["tool", "trust", "--yes"], options);
  const call = (name: string, input: object) =>
    cli.run(["tool", "call", name, "--input", JSON.stringify(input), "--json"], options);
  expect((await call("count_words", { text: "a b c" })).json()).toMatchObject({ output: 3 });
  expect((await call("count_words", {})).json()).toMatchObject({ error: { code: "invalid_input" } });
  expect((await call("refuse_it", {})).json()).toMatchObject({ error: { code: "conflict" } });
});

test("code that a project brings in its home does not run before its user says so", async () => {
  const evil = `import { writeFileSync } from "node:fs";
writeFileSync(new URL("../../ran", import.meta.url), "");
${PLAIN("evil")}`;
  await using user = await aCliFolder();
  await using cli = await aCliFolder({ ".dejima/tools/say.mjs": evil });
  // The copy of Dejima that a tool file imports is resolved by Node itself.
  const options = { variables: { HOME: user.folder }, asProcess: true };
  const list = await cli.run(["tool", "list"], options);
  expect(list.stderr).toMatch(/1 tool files in .* are not loaded: read them, then `dejima tool trust`/);
  expect(list.stdout).not.toContain("say_it");
  const refused = await cli.run(["tool", "trust", "--json"], options);
  expect([refused.code, refused.json()]).toMatchObject([3, { error: { details: { files: ["say.mjs"] } } }]);
  const began = await cli.run(["tool", "new", "mine", "--json"], options);
  expect(began.json()).toMatchObject({ trusted: false });
  expect((await cli.run(["tool", "call", "read_file", "--input", '{"path":"ran"}'], options)).code).toBe(1);
  expect((await cli.run(["tool", "trust", "--yes"], options)).code).toBe(0);
  const called = await cli.run(["tool", "call", "mine", "--input", '{"text":"four"}', "--json"], options);
  expect(called.json()).toMatchObject({ output: { length: 4 } });
  expect((await cli.run(["tool", "call", "read_file", "--input", '{"path":"ran"}'], options)).code).toBe(0);
});

test("a tool file can be neither a link out of its folder nor written by a tool", async () => {
  await using world = await aRuntime({
    files: { "outside.js": PLAIN("out"), "own/readme.md": "" },
    toolFolders: ["own"],
  });
  const { runtime, workspace, home } = world;
  await symlink(join(workspace, "outside.js"), join(workspace, "own/in.js"));
  await runtime.ready();
  expect(runtime.registry.has("say_it")).toBe(false);
  const written = await runtime.execute("write_file", {
    path: join(home, "tools/x.js"),
    content: PLAIN("x"),
  });
  expect(errorOf(written).code).toBe("path_blocked");
});

test("a trusted folder of tool files is bound to its content: a change waits, and tool trust shows the difference", async () => {
  await using cli = await aCliFolder({
    ".dejima/tools/words.ts": `import { answer } from "./lib/answer.ts";\n${PLAIN("first").replace('"first"', "answer")}`,
    ".dejima/tools/lib/answer.ts": 'export const answer = "first";\n',
  });
  const list = () => cli.run(["tool", "list"]);
  expect((await cli.run(["tool", "trust", "--yes"])).code).toBe(0);
  expect((await list()).stdout).toContain("say_it");
  await writeFile(join(cli.folder, ".dejima/tools/lib/answer.ts"), 'export const answer = "planted";\n');
  const after = await list();
  expect(after.stdout).not.toContain("say_it");
  expect(after.stderr).toMatch(/changed since you trusted them.*`dejima tool trust` shows the difference/);
  const refused = await cli.run(["tool", "trust"]);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain('+export const answer = "planted";');
  expect(refused.stderr).toContain('-export const answer = "first";');
  expect(refused.stderr).not.toContain("Says what its author wrote");
  expect((await cli.run(["tool", "trust", "--yes"])).code).toBe(0);
  expect((await list()).stdout).toContain("say_it");
  await writeFile(join(cli.folder, ".dejima/tools/more.js"), PLAIN("more"));
  expect((await list()).stdout).not.toContain("say_it");
});

test("a folder of tool files with a link to a folder elsewhere cannot be trusted", async () => {
  await using cli = await aCliFolder({ ".dejima/tools/say.js": PLAIN("x"), "elsewhere/a.js": "" });
  await symlink(join(cli.folder, "elsewhere"), join(cli.folder, ".dejima/tools/lib"));
  const refused = await cli.run(["tool", "trust", "--yes"]);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toMatch(/is a link to ".*elsewhere", which is outside the folder/);
});
