import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aWorkspace } from "../../../../test/files/a-workspace.ts";
import { callTool } from "../../../../test/files/call-tool.ts";
import { runTrustedProgram } from "../../../sandbox/process/trusted-programs.ts";
import { deleteFile, fileTools, getFileInfo, grep, listFiles, moveFile } from "./file-tools.ts";

const TREE = { "a.ts": "alpha\nbeta\n", "src/b.ts": "Alpha\n", "src/c.md": "alpha beta\n" };

test("fileTools have unique names, aliases and summaries of 30 to 80 characters", () => {
  const names = fileTools.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  for (const { summary } of fileTools) expect(summary.length >= 30 && summary.length <= 80).toBe(true);
  for (const tool of fileTools) expect(tool.input.toJsonSchema()).toMatchObject({ type: "object" });
});

test("list_files lists the workspace, a folder, or by glob", async () => {
  await using world = await aWorkspace(TREE);
  const list = async (input: object) => {
    const { files } = (await callTool(listFiles, input, world)) as { files: { path: string }[] };
    return files.map(({ path }) => path);
  };
  expect(await list({})).toEqual(["a.ts", "src"]);
  expect(await list({ path: "src" })).toEqual(["src/b.ts", "src/c.md"]);
  expect(await list({ recursive: true })).toEqual(["a.ts", "src", "src/b.ts", "src/c.md"]);
  expect(await list({ pattern: "**/*.ts" })).toEqual(["a.ts", "src/b.ts"]);
  expect(await list({ pattern: "*.ts" })).toEqual(["a.ts"]);
  expect(await list({ recursive: true, limit: 1 })).toEqual(["a.ts"]);
  for (const input of [{ path: 1 }, { limit: 0 }, { limit: 1e9 }, { recursive: "yes" }, { pattern: "" }]) {
    expect(listFiles.input.parse(input).ok).toBe(false);
  }
});

test("delete_file deletes one file", async () => {
  await using world = await aWorkspace(TREE);
  expect(await callTool(deleteFile, { path: "a.ts" }, world)).toEqual({ deleted: true });
  expect(existsSync(join(world.root, "a.ts"))).toBe(false);
  await expect(callTool(deleteFile, { path: "a.ts" }, world)).rejects.toMatchObject({ code: "io_error" });
  await expect(callTool(deleteFile, { path: "src" }, world)).rejects.toMatchObject({ code: "invalid_input" });
  expect(deleteFile.effects({ path: "a" })).toEqual([{ kind: "file.delete", target: "a" }]);
});

test("move_file moves one file and never overwrites", async () => {
  await using world = await aWorkspace(TREE);
  expect(await callTool(moveFile, { from: "a.ts", to: "new/a.ts" }, world)).toEqual({ success: true });
  expect(readFileSync(join(world.root, "new/a.ts"), "utf8")).toBe("alpha\nbeta\n");
  const onto = callTool(moveFile, { from: "src/b.ts", to: "src/c.md" }, world);
  await expect(onto).rejects.toMatchObject({ code: "conflict" });
  expect(
    (await moveFile.effects({ from: "a", to: "b" })).map(({ kind, target }) => `${kind} ${target}`),
  ).toEqual(["file.read a", "file.delete a", "file.write b"]);
});

test("get_file_info describes an existing file", async () => {
  await using world = await aWorkspace(TREE);
  expect(await callTool(getFileInfo, { path: "a.ts" }, world)).toMatchObject({
    exists: true,
    size: 11,
    type: "file",
  });
  expect(await callTool(getFileInfo, { path: "src" }, world)).toMatchObject({
    exists: true,
    type: "directory",
  });
  expect(await callTool(getFileInfo, { path: "no" }, world)).toEqual({
    exists: false,
    size: 0,
    modified: 0,
    type: "none",
  });
});

test("grep finds lines or files, the same with ripgrep and without it", async () => {
  for (const options of [{}, { runProgram: runTrustedProgram }]) {
    await using world = await aWorkspace(TREE, options);
    const search = (input: object) => callTool(grep, input, world);
    expect(await search({ pattern: "^alpha" })).toEqual({
      matches: [
        { path: "a.ts", line: 1, text: "alpha" },
        { path: "src/c.md", line: 1, text: "alpha beta" },
      ],
      files: ["a.ts", "src/c.md"],
      truncated: false,
      hidden: 1,
      ignored: 0,
      tooLarge: 0,
    });
    expect(await search({ pattern: "alpha", mode: "files", ignoreCase: true, glob: "*.ts" })).toMatchObject({
      files: ["a.ts", "src/b.ts"],
    });
    expect(await search({ pattern: "a b", literal: true, path: "src" })).toMatchObject({
      files: ["src/c.md"],
    });
    expect(await search({ pattern: "a", limit: 1 })).toMatchObject({ truncated: true });
    await expect(search({ pattern: "(" })).rejects.toMatchObject({ code: "invalid_input" });
  }
});

test("grep refuses wrong inputs", () => {
  for (const input of [
    {},
    { pattern: "" },
    { pattern: "a", mode: "lines" },
    { pattern: "a", limit: -1 },
    { pattern: ["a"] },
  ]) {
    expect(grep.input.parse(input).ok).toBe(false);
  }
});

test("no file tool leaves the workspace or touches Dejima's own files", async () => {
  await using world = await aWorkspace({ ...TREE, ".dejima/dejima.db": "db", "../outside/secret": "s" });
  const rest = { content: "x", find: "x", replace: "y", pattern: "x" };
  for (const path of [
    "../outside/secret",
    "/etc/hostname",
    ".dejima/dejima.db",
    ".DEJIMA",
    "dejima.yaml",
    "a\0",
  ]) {
    for (const tool of fileTools) {
      const wanted = { ...rest, path, from: path, to: path };
      const known = Object.keys(tool.input.toJsonSchema().properties ?? {});
      const input = Object.fromEntries(Object.entries(wanted).filter(([name]) => known.includes(name)));
      const glob = tool.name === "list_files" ? { ...input, pattern: "*" } : input;
      await expect(callTool(tool, glob, world), `${tool.name} ${path}`).rejects.toMatchObject({
        code: "path_blocked",
      });
    }
  }
  const into = callTool(moveFile, { from: "a.ts", to: ".dejima/x" }, world);
  await expect(into).rejects.toMatchObject({ code: "path_blocked" });
});
