import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aWorkspace } from "../../../../test/files/a-workspace.ts";
import { callTool } from "../../../../test/files/call-tool.ts";
import { editFile } from "./edit-file.ts";

async function edited(text: string | Buffer, edit: Record<string, unknown>): Promise<string | Buffer> {
  await using world = await aWorkspace({ "a.txt": text });
  await callTool(editFile, { path: "a.txt", ...edit }, world);
  const content = readFileSync(join(world.root, "a.txt"));
  return typeof text === "string" ? content.toString() : content;
}

test("edit_file replaces the only occurrence, or all, and says how many", async () => {
  await using world = await aWorkspace({ "a.txt": "a b a" });
  const edit = (input: object) => callTool(editFile, { path: "a.txt", ...input }, world);
  expect(await edit({ find: "b", replace: "$& $1 $$" })).toEqual({ replacements: 1 });
  expect(await edit({ find: "a", replace: "", replaceAll: true })).toEqual({ replacements: 2 });
  expect(readFileSync(join(world.root, "a.txt"), "utf8")).toBe(" $& $1 $$ ");
});

test("edit_file refuses 0 matches and several, says how many and what would work, and changes nothing", async () => {
  await using world = await aWorkspace({ "a.txt": "one\n  two\none\n" });
  const edit = (find: string) => callTool(editFile, { path: "a.txt", find, replace: "x" }, world);
  await expect(edit("one")).rejects.toThrow('"find" occurs 2 times (lines 1, 3). Add lines around it');
  await expect(edit("three")).rejects.toThrow("(0 matches). Read the file");
  await expect(edit("one\ntwo")).rejects.toThrow("(0 matches). Its first line occurs in line 1");
  await expect(edit("two  ")).rejects.toThrow("Its first line occurs in line 2");
  await expect(edit("x")).rejects.toThrow("nothing would change");
  expect(readFileSync(join(world.root, "a.txt"), "utf8")).toBe("one\n  two\none\n");
});

test("edit_file keeps Windows line ends, byte order marks and UTF-16", async () => {
  expect(await edited("a\r\nb\r\nc\r\n", { find: "a\nb", replace: "x\ny\nz" })).toBe("x\r\ny\r\nz\r\nc\r\n");
  expect(await edited("\ufeffa\n", { find: "a", replace: "b" })).toBe("\ufeffb\n");
  const utf16 = Buffer.from("\ufeff你好", "utf16le");
  expect(await edited(utf16, { find: "好", replace: "们" })).toEqual(Buffer.from("\ufeff你们", "utf16le"));
});

test("edit_file refuses binary files, missing files and wrong inputs", async () => {
  await using world = await aWorkspace({
    "x.bin": Buffer.from([0, 1, 2]),
    "gbk.txt": Buffer.from([0xc4, 0xe3]),
  });
  for (const path of ["x.bin", "gbk.txt"]) {
    await expect(callTool(editFile, { path, find: "a", replace: "b" }, world)).rejects.toMatchObject({
      code: "invalid_input",
    });
  }
  await expect(callTool(editFile, { path: "no", find: "a", replace: "b" }, world)).rejects.toMatchObject({
    code: "io_error",
  });
  for (const input of [{ path: "a" }, { path: "a", find: "", replace: "" }, { path: "a", find: "x" }]) {
    expect(editFile.input.parse(input).ok).toBe(false);
  }
});

test("edits of one file at the same time are all made", async () => {
  const names = Array.from({ length: 3 }, (_, n) => `<${n}>`);
  await using world = await aWorkspace({ "a.txt": names.join("\n") });
  const edits = names.map((find, n) =>
    callTool(editFile, { path: "a.txt", find, replace: `done ${n}` }, world, { callId: `e${n}` }),
  );
  expect(await Promise.all(edits)).toEqual(names.map(() => ({ replacements: 1 })));
  expect(readFileSync(join(world.root, "a.txt"), "utf8")).toBe("done 0\ndone 1\ndone 2");
});

test("edit_file gives up with conflict on a file that never holds still", async () => {
  await using world = await aWorkspace({ "a.txt": "0 find" });
  const files = world.open();
  let changes = 0;
  const restless = {
    ...files,
    async read(path: string, limits: { maxBytes: number }) {
      const content = await files.read(path, limits);
      writeFileSync(join(world.root, "a.txt"), `${++changes} find`);
      return content;
    },
  };
  const parsed = editFile.input.parse({ path: "a.txt", find: "find", replace: "x" });
  const context = { files: restless } as unknown as Parameters<typeof editFile.run>[1]; // Only files are used.
  await expect(editFile.run(parsed.ok && parsed.value, context)).rejects.toMatchObject({ code: "conflict" });
  expect(readFileSync(join(world.root, "a.txt"), "utf8")).toBe("5 find");
});

test("edit_file declares that it reads and writes the path", async () => {
  expect((await editFile.effects({ path: "a", find: "b", replace: "c" })).map(({ kind }) => kind)).toEqual([
    "file.read",
    "file.write",
  ]);
});
