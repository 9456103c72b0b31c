import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCliFolder, type CliFolder } from "../support/run-cli.ts";

const program = async (cli: CliFolder, code: string, ...flags: string[]) => {
  await writeFile(join(cli.folder, "program.js"), code);
  return cli.run(["program", "run", "program.js", ...flags]);
};

test("program run --dry-run begins with the calls and says what would become of each", async () => {
  await using cli = await aCliFolder();
  const { stdout, code } = await program(
    cli,
    `const { files } = await tools.list_files({ pattern: "*.md" });
for (const { path } of files) await tools.delete_file({ path });
await tools.fetch({ url: "http://example.org/" });
await tools.nosuch();
const hidden = tools; await hidden.read_file({ path: "ghp_${"a1B2".repeat(9)}" });
tools.read_file({ path: "ghp_${"a1B2".repeat(9)}" });`,
    "--dry-run",
  );
  const lines = stdout.trim().split("\n");
  expect(lines[0]).toBe("This program would make these calls:");
  expect(
    lines.filter((line) => /^ {2}line/.test(line)).map((line) => line.replace(/ +/g, " ").trim()),
  ).toEqual([
    'line 1 list_files allowed tools.list_files({ pattern: "*.md" })',
    "line 2 delete_file off tools.delete_file({ path })",
    expect.stringMatching(/^line 3 fetch (?:allowed|asked) tools\.fetch/),
    "line 4 nosuch fails tools.nosuch()",
    "line 5 (unknown) known only when it runs const hidden = tools;",
    expect.stringMatching(/^line 6 read_file allowed /),
  ]);
  expect(stdout).toContain("dejima policy ask delete_file");
  expect(stdout).not.toContain("ghp_");
  expect(stdout).not.toContain("It does not say");
  expect(lines.at(-1)).toContain("Nothing was done.");
  expect(code).toBe(3);
  const safe = await program(cli, 'return tools.read_file({ path: "a" })', "--dry-run", "--json");
  expect(safe.code).toBe(0);
  expect(JSON.parse(safe.stdout).calls).toMatchObject([
    { line: 1, tool: "read_file", verdict: "allow", exact: true },
  ]);
});

test("program run runs a file and prints what it returns, with each call recorded", async () => {
  await using cli = await aCliFolder();
  await writeFile(join(cli.folder, "a.txt"), "milk\nbread\n");
  const code = `const { content }: { content: string } = await tools.read_file({ path: "a.txt" });
    console.log("read it");
    return content.split("\\n").filter((line) => line !== "");`;
  const ran = await program(cli, code);
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.stdout)).toEqual(["milk", "bread"]);
  const log = await cli.run(["log", "show"]);
  expect(log.stdout).toMatch(/run_program[\s\S]*read_file/);
});

test("program run says in plain words that a file is missing, and where a program is not valid", async () => {
  await using cli = await aCliFolder();
  const missing = await cli.run(["program", "run", "none.js"]);
  expect(missing.stderr).toContain('Cannot read the program "none.js": file not found');
  expect(missing.stderr).not.toContain("ENOENT");
  const wrong = await program(cli, "const a = 1;\nconst b = ;\n");
  expect(wrong.stderr).toContain("line 2, column 11: Expression expected");
  const tried = await program(cli, "const a = 1;\nconst b = ;\n", "--dry-run");
  expect(tried).toMatchObject({ code: 2, stdout: "" });
  expect(tried.stderr).toBe("error Cannot run this program: it is not valid: line 2: Expression expected\n");
  const thrown = await program(cli, "const a: any = undefined;\nreturn a.b;\n");
  expect(thrown.stderr).toContain("(line 2, column 8)");
});
