import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCliFolder } from "../support/run-cli.ts";

const RULES = `permissions:
  safe: ["write_file(./out/**)"]
  confirm: ["write_file(./asked/**)"]
`;

const write = (path: string) => JSON.stringify({ path, content: "new\n" });

test("tool call --dry-run shows what a call would do and whether it may, and changes not one byte", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": RULES, "out/a.txt": "old\n" });
  const dryRun = (path: string) =>
    cli.run(["tool", "call", "write_file", "--input", write(path), "--dry-run"]);
  const allowed = await dryRun("out/a.txt");
  expect(allowed.stdout).toContain("It writes ./out/a.txt\n");
  expect(allowed.stdout).toContain("-old\n+new\n");
  expect(allowed.stdout).toContain("It would run without a question. Nothing was done.");
  expect(allowed.code).toBe(0);
  expect(await dryRun("asked/a.txt")).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("A person would be asked first"),
  });
  expect(await dryRun("other.txt")).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("It would be refused"),
  });
  expect(await readFile(join(cli.folder, "out/a.txt"), "utf8")).toBe("old\n");
  expect((await readdir(cli.folder)).sort()).toEqual(["dejima.yaml", "out"]);
});

test("tool call --dry-run --json is the description that a person would be shown, secrets left out", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": RULES });
  const token = `ghp_${"a1B2".repeat(9)}`;
  const input = JSON.stringify({ command: `echo ${token}` });
  const { stdout, json, code } = await cli.run([
    ...["tool", "call", "shell", "--input", input, "--dry-run", "--json"],
  ]);
  expect(code).toBe(3);
  expect(json()).toMatchObject({
    type: "preview",
    verdict: "ask",
    tool: "shell",
    preview: { kind: "command" },
  });
  expect(stdout).not.toContain(token);
});

test("tool call --dry-run without a tool is wrong usage, and calls nothing", async () => {
  await using cli = await aCliFolder();
  const { code, stdout, stderr } = await cli.run(["tool", "call", "--dry-run"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("name the tool");
  expect(await readdir(cli.folder)).toEqual([]);
});

test("tool call --dry-run refuses what the call itself would refuse before it is judged", async () => {
  await using cli = await aCliFolder();
  const call = (name: string, input: string) =>
    cli.run(["tool", "call", name, "--input", input, "--dry-run", "--json"]);
  expect((await call("write_file", "{}")).stdout).toContain("path");
  expect((await call("no_such_tool", "{}")).stdout).toContain("Cannot find tool");
  expect((await call("read_file", '{"path": "../../etc/shadow"}')).stdout).toContain("Cannot use");
});
