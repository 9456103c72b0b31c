import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aWorkspace, type TestWorkspace } from "../../test/files/a-workspace.ts";
import type { FileAccess } from "../contract/data/file-access.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { createFileGuard } from "./file-guard.ts";
import { undoCall } from "./undo/undo-call.ts";

const text = (content: string) => Buffer.from(content);

for (const anchoring of ["descriptor", "recheck"] as const) {
  test(`write() makes and replaces files, with folders on the way (${anchoring})`, async () => {
    await using world = await aWorkspace({ "a.txt": "old" }, { anchoring });
    const files = world.open();
    await files.write("a.txt", text("new"));
    await files.write("x/y/z.txt", text("deep"));
    await files.write("x/empty", text(""));
    expect(await readFile(join(world.root, "a.txt"), "utf8")).toBe("new");
    expect(await readFile(join(world.root, "x/y/z.txt"), "utf8")).toBe("deep");
    expect(await readFile(join(world.root, "x/empty"), "utf8")).toBe("");
    expect(await readdir(join(world.root, "x"))).toEqual(["empty", "y"]);
    await files.move("x/y/z.txt", "moved/z.txt");
    await files.delete("a.txt");
    const left = await files.list(".", { recursive: true, limit: 100 });
    expect(left.files.map(({ path }) => path)).toEqual(["moved", "moved/z.txt", "x", "x/empty", "x/y"]);
  });
}

test("write() keeps the mode of a file and gives a new one the usual mode", async () => {
  await using world = await aWorkspace({ "run.sh": "old" });
  await chmod(join(world.root, "run.sh"), 0o750);
  const files = world.open();
  await files.write("run.sh", text("new"));
  await files.write("plain", text("new"));
  expect((await stat(join(world.root, "run.sh"))).mode & 0o777).toBe(0o750);
  expect((await stat(join(world.root, "plain"))).mode & 0o777).toBe(0o666 & ~process.umask());
});

test("write() through a link inside the workspace writes the target and leaves the link", async () => {
  await using world = await aWorkspace({ "a.txt": "old" });
  await symlink("a.txt", join(world.root, "link"));
  await symlink("later.txt", join(world.root, "dangling"));
  await world.open().write("link", text("new"));
  await world.open().write("dangling", text("made"));
  expect(await readFile(join(world.root, "a.txt"), "utf8")).toBe("new");
  expect(await readFile(join(world.root, "later.txt"), "utf8")).toBe("made");
  const { files } = await world.open().list(".", { recursive: false, limit: 10 });
  expect(files.map(({ path, type }) => `${path} ${type}`)).toEqual([
    "a.txt file",
    "dangling link",
    "later.txt file",
    "link link",
  ]);
});

test("write() refuses folders, read-only files, names kept for unfinished writes and paths below a file", async () => {
  await using world = await aWorkspace({ "folder/a": "", "fixed.txt": "old" });
  await chmod(join(world.root, "fixed.txt"), 0o444);
  const files = world.open();
  await expect(files.write("folder", text("x"))).rejects.toMatchObject({ code: "invalid_input" });
  await expect(files.write(".", text("x"))).rejects.toMatchObject({ code: "invalid_input" });
  await expect(files.write("fixed.txt", text("x"))).rejects.toMatchObject({ code: "io_error" });
  await expect(files.write(".dejima-tmp-1-ab", text("x"))).rejects.toMatchObject({ code: "path_blocked" });
  await expect(files.write("folder/a/b", text("x"))).rejects.toMatchObject({ code: "io_error" });
  await expect(files.write(`${"n".repeat(300)}`, text("x"))).rejects.toMatchObject({ code: "io_error" });
  expect((await readdir(world.root)).sort()).toEqual([".dejima", "fixed.txt", "folder"]);
});

test("write() with an expected hash refuses when the file has another content", async () => {
  await using world = await aWorkspace({ "a.txt": "old" });
  const files = world.open();
  await files.write("a.txt", text("new"), { expected: sha256("old") });
  await expect(files.write("a.txt", text("x"), { expected: sha256("old") })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(files.write("b.txt", text("x"), { expected: sha256("") })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await readFile(join(world.root, "a.txt"), "utf8")).toBe("new");
});

test("write() changes nothing when the previous content cannot be kept", async () => {
  await using world = await aWorkspace({ "a.txt": "old", "big.txt": "x".repeat(11) }, { undoMaxBytes: 10 });
  const nowhere = world.open({ undoFolder: "/proc/nowhere/undo" });
  await expect(nowhere.write("a.txt", text("new"))).rejects.toMatchObject({ code: "io_error" });
  await expect(nowhere.delete("a.txt")).rejects.toMatchObject({ code: "io_error" });
  await expect(nowhere.move("a.txt", "b.txt")).rejects.toMatchObject({ code: "io_error" });
  await expect(nowhere.write("made/c.txt", text("new"))).rejects.toMatchObject({ code: "io_error" });
  const files = world.open();
  await expect(files.write("big.txt", text("new"))).rejects.toThrow("Raise tools.undoLimit");
  await expect(files.delete("big.txt")).rejects.toMatchObject({ code: "too_large" });
  await expect(files.move("big.txt", "b.txt")).rejects.toMatchObject({ code: "too_large" });
  expect((await readdir(world.root)).sort()).toEqual([".dejima", "a.txt", "big.txt"]);
  expect(await readFile(join(world.root, "a.txt"), "utf8")).toBe("old");
});

/** Does something in the moment that a write has begun and its file is not yet in place. */
async function duringWrite(world: TestWorkspace, files: FileAccess, action: () => void): Promise<void> {
  let done = false;
  const writing = files.write("a.txt", Buffer.alloc(16 << 20, "n")).finally(() => {
    done = true;
  });
  const watch = () => {
    if (done) return;
    if (readdirSync(world.root).some((name) => name.startsWith(".dejima-tmp-"))) return action();
    setImmediate(watch);
  };
  watch();
  await writing;
}

test("write() of a call that ends while it writes leaves the old content and nothing else", async () => {
  await using world = await aWorkspace({ "a.txt": "old" });
  const stop = new AbortController();
  const files = world.open({ signal: stop.signal });
  await expect(duringWrite(world, files, () => stop.abort())).rejects.toMatchObject({ code: "cancelled" });
  expect(await readFile(join(world.root, "a.txt"), "utf8")).toBe("old");
  expect((await readdir(world.root)).sort()).toEqual([".dejima", "a.txt"]);
});

test("write() does not replace what somebody else wrote meanwhile", async () => {
  await using world = await aWorkspace({ "a.txt": "old" });
  const others = () => writeFileSync(join(world.root, "a.txt"), "theirs");
  await expect(duringWrite(world, world.open(), others)).rejects.toMatchObject({ code: "conflict" });
  expect(await readFile(join(world.root, "a.txt"), "utf8")).toBe("theirs");
  rmSync(join(world.root, "a.txt"));
  await expect(duringWrite(world, world.open(), others)).rejects.toMatchObject({ code: "conflict" });
  expect((await readdir(world.root)).sort()).toEqual([".dejima", "a.txt"]);
});

test("move() works from one disk to another", async () => {
  if (!existsSync("/dev/shm")) return console.log("passed over: there is no second disk at /dev/shm");
  const other = await mkdtemp("/dev/shm/dejima-files-");
  await using world = await aWorkspace({ "a.txt": "a" });
  const guard = createFileGuard({
    workspace: world.root,
    allowedPaths: [world.root, other],
    protectedPaths: [],
  });
  const { undoFolder } = world;
  const files = guard.open({ callId: "m", undoFolder, signal: new AbortController().signal });
  await chmod(join(world.root, "a.txt"), 0o640);
  await files.move("a.txt", join(other, "b.txt"));
  expect((await stat(join(other, "b.txt"))).mode & 0o777).toBe(0o640);
  expect(await readdir(world.root)).toEqual([".dejima"]);
  await undoCall({ undoFolder, callId: "m", guard });
  expect(await readFile(join(world.root, "a.txt"), "utf8")).toBe("a");
  expect(await readdir(other)).toEqual([]);
  await rm(other, { recursive: true, maxRetries: 20, retryDelay: 100 });
});

test("writes of one file at the same time happen one after the other, none lost to undo", async () => {
  await using world = await aWorkspace({ "a.txt": "0" });
  const ids = Array.from({ length: 20 }, (_, n) => `n${n + 1}`);
  await Promise.all(ids.map((callId) => world.open({ callId }).write("a.txt", text(callId))));
  const journals = await Promise.all(ids.map((id) => readFile(join(world.undoFolder, `${id}.json`), "utf8")));
  const previous = new Map<string, string>();
  for (const { steps } of journals.map((journal) => JSON.parse(journal))) {
    previous.set(steps[0].after.sha256, steps[0].before.sha256);
  }
  let hash: string | undefined = sha256(await readFile(join(world.root, "a.txt")));
  const chain: string[] = [];
  for (; hash !== undefined && chain.length < 30; hash = previous.get(hash)) chain.push(hash);
  expect(chain).toHaveLength(21);
  expect(chain.at(-1)).toBe(sha256("0"));
});

test("the next write into a folder sweeps what killed writers left, and only that", async () => {
  await using world = await aWorkspace({ "folder/a.txt": "" });
  const folder = join(world.root, "folder");
  const dead = 4_194_303;
  await writeFile(join(folder, `.dejima-tmp-${dead}-00ff`), "half");
  await writeFile(join(folder, ".dejima-tmp-1-00ff"), "of a living process");
  await writeFile(join(folder, `.dejima-tmp-${process.pid}-00aa`), "of this process");
  await writeFile(join(folder, ".dejima-tmp-mine"), "no such name");
  await writeFile(join(folder, ".dejima-tmp-1-0011"), "older than any write");
  await utimes(join(folder, ".dejima-tmp-1-0011"), 1, 1);
  await mkdir(join(folder, `.dejima-tmp-${dead}-00ee`));
  await world.open().write("folder/a.txt", text("new"));
  expect((await readdir(folder)).sort()).toEqual(
    [
      ".dejima-tmp-1-00ff",
      `.dejima-tmp-${dead}-00ee`,
      `.dejima-tmp-${process.pid}-00aa`,
      ".dejima-tmp-mine",
      "a.txt",
    ].sort(),
  );
  const { files } = await world.open().list("folder", { recursive: false, limit: 10 });
  expect(files.map(({ path }) => path)).toEqual(["folder/a.txt"]);
});

test("move() never replaces what is at the target", async () => {
  await using world = await aWorkspace({ "a.txt": "a", "b.txt": "b", "folder/c": "" });
  const files = world.open();
  await symlink("nowhere", join(world.root, "dangling"));
  for (const target of ["b.txt", "folder", "a.txt", "."]) {
    await expect(files.move("a.txt", target), target).rejects.toMatchObject({ code: "conflict" });
  }
  await files.move("a.txt", "dangling");
  expect(await readFile(join(world.root, "nowhere"), "utf8")).toBe("a");
  await expect(files.move("missing", "x")).rejects.toThrow('Cannot move "missing": no such file');
  await expect(files.move("folder", "x")).rejects.toMatchObject({ code: "invalid_input" });
});

test("delete() refuses folders and missing files", async () => {
  await using world = await aWorkspace({ "folder/a": "" });
  await expect(world.open().delete("folder")).rejects.toMatchObject({ code: "invalid_input" });
  await expect(world.open().delete("folder/b")).rejects.toThrow('Cannot delete "folder/b": no such file');
});
