import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aWorkspace, type TestWorkspace } from "../../../test/files/a-workspace.ts";
import { undoCall } from "./undo-call.ts";

const text = (content: string) => Buffer.from(content);
const undo = ({ undoFolder, guard }: TestWorkspace, callId: string) =>
  undoCall({ undoFolder, callId, guard });
const contentOf = (world: TestWorkspace, path: string) => readFile(join(world.root, path), "utf8");

test("undoCall() puts back what a write replaced, with its mode", async () => {
  await using world = await aWorkspace({ "a.sh": "old" });
  await chmod(join(world.root, "a.sh"), 0o711);
  await world.open({ callId: "w" }).write("a.sh", text("new"));
  expect(await undo(world, "w")).toEqual({ undone: [{ path: "a.sh", action: "restored" }], unchanged: [] });
  expect(await contentOf(world, "a.sh")).toBe("old");
  expect((await stat(join(world.root, "a.sh"))).mode & 0o777).toBe(0o711);
});

test("undoCall() removes what a write made, and the folders made for it, but none that is in use by now", async () => {
  await using world = await aWorkspace();
  await world.open({ callId: "w" }).write("x/y/a.txt", text("new"));
  await world.open({ callId: "v" }).write("x/b.txt", text("new"));
  expect(await undo(world, "w")).toEqual({
    undone: [{ path: "x/y/a.txt", action: "removed" }],
    unchanged: [],
  });
  expect(await readdir(join(world.root, "x"))).toEqual(["b.txt"]);
});

test("undoCall() restores deleted files with their folder, and reverses a move", async () => {
  await using world = await aWorkspace({ "x/a.txt": "a", "b.txt": "b" });
  await world.open({ callId: "d" }).delete("x/a.txt");
  await rm(join(world.root, "x"), { recursive: true, maxRetries: 20, retryDelay: 100 });
  await world.open({ callId: "m" }).move("b.txt", "deep/c.txt");
  await undo(world, "d");
  expect((await undo(world, "m")).undone).toEqual([
    { path: "b.txt", action: "restored" },
    { path: "deep/c.txt", action: "removed" },
  ]);
  expect(await contentOf(world, "x/a.txt")).toBe("a");
  expect(await contentOf(world, "b.txt")).toBe("b");
  expect((await readdir(world.root)).sort()).toEqual([".dejima", "b.txt", "x"]);
});

test("undoCall() takes back all changes of a call, whatever order they came in", async () => {
  await using world = await aWorkspace({ "a.txt": "a0", "b.txt": "b0" });
  const files = world.open({ callId: "c" });
  await files.write("a.txt", text("a1"));
  await files.write("a.txt", text("a2"));
  await files.move("a.txt", "c.txt");
  await files.write("a.txt", text("a3"));
  await files.delete("b.txt");
  await files.move("c.txt", "b.txt");
  await undo(world, "c");
  expect(await contentOf(world, "a.txt")).toBe("a0");
  expect(await contentOf(world, "b.txt")).toBe("b0");
  expect((await readdir(world.root)).sort()).toEqual([".dejima", "a.txt", "b.txt"]);
});

test("undoCall() twice does it once", async () => {
  await using world = await aWorkspace({ "a.txt": "old" });
  await world.open({ callId: "w" }).write("a.txt", text("new"));
  await undo(world, "w");
  await writeFile(join(world.root, "a.txt"), "later");
  expect(await undo(world, "w")).toEqual({ undone: [], unchanged: ["a.txt"] });
  expect(await contentOf(world, "a.txt")).toBe("later");
});

test("undoCall() changes nothing when one file is no longer what the call left, and names it", async () => {
  await using world = await aWorkspace({ "a.txt": "a", "b.txt": "b", "c.txt": "c" });
  const files = world.open({ callId: "c" });
  for (const path of ["a.txt", "b.txt", "c.txt"]) await files.write(path, text("new"));
  const others: (() => Promise<unknown>)[] = [
    () => writeFile(join(world.root, "b.txt"), "someone else's"),
    () => unlink(join(world.root, "b.txt")),
    () => mkdir(join(world.root, "b.txt")),
    () =>
      rm(join(world.root, "b.txt"), { recursive: true, maxRetries: 20, retryDelay: 100 }).then(() =>
        symlink("a.txt", join(world.root, "b.txt")),
      ),
    () => unlink(join(world.root, "b.txt")).then(() => symlink(world.outside, join(world.root, "b.txt"))),
  ];
  for (const change of others) {
    await change();
    await expect(undo(world, "c")).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining('"b.txt"'),
    });
    expect(await contentOf(world, "a.txt")).toBe("new");
    expect(await contentOf(world, "c.txt")).toBe("new");
  }
  await unlink(join(world.root, "b.txt"));
  await writeFile(join(world.root, "b.txt"), "new");
  expect((await undo(world, "c")).undone).toHaveLength(3);
});

test("undoCall() of a call that was killed before its change says that nothing needs undoing", async () => {
  await using world = await aWorkspace({ "a.txt": "old" });
  // The journal is written first; a call that ends right then, neither sooner nor later, has changed nothing.
  const { signal } = new AbortController();
  Object.defineProperty(signal, "aborted", { get: () => existsSync(join(world.undoFolder, "k.json")) });
  await expect(world.open({ callId: "k", signal }).write("a.txt", text("new"))).rejects.toMatchObject({
    code: "cancelled",
  });
  expect(await contentOf(world, "a.txt")).toBe("old");
  expect(await undo(world, "k")).toEqual({ undone: [], unchanged: ["a.txt"] });
});

test("undoCall() goes on after a crash in the middle of undoing", async () => {
  await using world = await aWorkspace({ "a.txt": "a", "b.txt": "b" });
  const files = world.open({ callId: "c" });
  await files.write("a.txt", text("1"));
  await files.write("a.txt", text("2"));
  await files.write("b.txt", text("2"));
  await writeFile(join(world.root, "b.txt"), "b");
  expect(await undo(world, "c")).toEqual({
    undone: [{ path: "a.txt", action: "restored" }],
    unchanged: ["b.txt"],
  });
});

test("undoCall() refuses calls that changed nothing, ids that are none, and damaged journals and contents", async () => {
  await using world = await aWorkspace({ "a.txt": "old" });
  await expect(undo(world, "none")).rejects.toThrow('Cannot undo "none": this call changed no files');
  for (const callId of ["../x", "", "a/b", ".hidden", "a\0"]) {
    await expect(undo(world, callId)).rejects.toMatchObject({ code: "invalid_input" });
  }
  await world.open({ callId: "w" }).write("a.txt", text("new"));
  const [hash = ""] = await readdir(join(world.undoFolder, "content"));
  await writeFile(join(world.undoFolder, "content", hash), "forged");
  await expect(undo(world, "w")).rejects.toMatchObject({ code: "io_error" });
  await writeFile(join(world.undoFolder, "w.json"), "{");
  await expect(undo(world, "w")).rejects.toMatchObject({ code: "io_error" });
  expect(await contentOf(world, "a.txt")).toBe("new");
});

test("undoCall() cannot be led outside by a link that has replaced a folder", async () => {
  await using world = await aWorkspace({ "x/a.txt": "old", "../outside/a.txt": "new" });
  await world.open({ callId: "w" }).write("x/a.txt", text("new"));
  await rm(join(world.root, "x"), { recursive: true, maxRetries: 20, retryDelay: 100 });
  await symlink(world.outside, join(world.root, "x"));
  await expect(undo(world, "w")).rejects.toMatchObject({ code: "conflict" });
  expect(await readFile(join(world.outside, "a.txt"), "utf8")).toBe("new");
});

test("a call that is taken up again adds to its journal", async () => {
  await using world = await aWorkspace({ "a.txt": "a", "b.txt": "b" });
  await world.open({ callId: "c" }).write("a.txt", text("new"));
  await world.open({ callId: "c" }).write("b.txt", text("new"));
  expect((await undo(world, "c")).undone).toHaveLength(2);
});

test("undoCall() restores files whose names only the disk can have given", async () => {
  await using world = await aWorkspace({ "odd:name.txt": "old", "cafe\u0301.txt": "old" });
  await symlink("odd:name.txt", join(world.root, "link"));
  await world.open({ callId: "o" }).write("link", text("new"));
  await world.open({ callId: "n" }).delete("caf\u00e9.txt");
  await undo(world, "o");
  await undo(world, "n");
  expect(await contentOf(world, "odd:name.txt")).toBe("old");
  expect(await contentOf(world, "cafe\u0301.txt")).toBe("old");
});
