import { existsSync } from "node:fs";
import {
  chmod,
  lstat,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aWorkspace } from "../../../test/files/a-workspace.ts";
import { undoCall } from "./undo-call.ts";

/** Every file by which some program is told to look away. */
const IGNORE_FILES = [
  ".gitignore",
  ".ignore",
  ".rgignore",
  ".git/info/exclude",
  "src/.gitignore",
  "src/.ignore",
  ".config/git/ignore",
];

for (const ignore of IGNORE_FILES) {
  test(`keep() sees and undoes what a program changed, whatever it wrote into ${ignore}`, async () => {
    await using world = await aWorkspace({
      "src/a.txt": "a0",
      "gone.txt": "g0",
      ".git/HEAD": "main",
      ".git/config": "[core]\n",
    });
    const at = (path: string) => join(world.root, path);
    const kept = await world.open({ callId: "k" }).keep(["."]);
    await mkdir(join(at(ignore), ".."), { recursive: true });
    await writeFile(at(ignore), "*\n/**\n");
    await writeFile(at(".git/config"), "[core]\n\texcludesFile = /dev/stdin\n");
    await writeFile(at("src/a.txt"), "a1");
    await unlink(at("gone.txt"));
    await writeFile(at("new.txt"), "n1");
    expect(await kept.settle()).toEqual({
      changed: [".git/config", ignore, "gone.txt", "new.txt", "src/a.txt"].sort(),
      cannotUndo: [],
    });
    await undoCall({ undoFolder: world.undoFolder, callId: "k", guard: world.guard });
    expect(await readFile(at("src/a.txt"), "utf8")).toBe("a0");
    expect(await readFile(at("gone.txt"), "utf8")).toBe("g0");
    expect(existsSync(at("new.txt")) || existsSync(at(ignore))).toBe(false);
  });
}

test("keep() goes by the ignore files from before when they are removed or emptied, and says what it did not look at", async () => {
  await using world = await aWorkspace({
    ".gitignore": "built/\n*.log\n",
    "built/a": "1",
    "x.log": "1",
    "sub/.gitignore": "own\n",
    "sub/own": "1",
  });
  const at = (path: string) => join(world.root, path);
  const kept = await world.open({ callId: "k" }).keep(["."]);
  await writeFile(at(".gitignore"), "");
  await unlink(at("sub/.gitignore"));
  for (const path of ["built/a", "x.log", "sub/own", "y.log"]) await writeFile(at(path), "2");
  expect(await kept.settle()).toEqual({
    changed: [".gitignore", "sub/.gitignore"],
    cannotUndo: [],
    ignored: ["built", "sub/own", "x.log", "y.log"],
  });
});

test("keep() is not fooled by a repository that the program made, nor by odd files among Git's objects", async () => {
  await using world = await aWorkspace({ "a.txt": "a", ".git/HEAD": "main", ".git/objects/ab/cd": "object" });
  const kept = await world.open({ callId: "k" }).keep(["."]);
  for (const path of [
    "made/.git/objects/ab/payload",
    ".git/objects/info/alternates",
    ".git/objects/payload",
    ".git/objects/ef/0123",
  ]) {
    await mkdir(join(world.root, path, ".."), { recursive: true });
    await writeFile(join(world.root, path), "payload");
  }
  expect((await kept.settle()).changed).toEqual([
    ".git/objects/info/alternates",
    ".git/objects/payload",
    "made/.git/objects/ab/payload",
  ]);
});

test("keep() sees content of the same size whose times were set back", async () => {
  await using world = await aWorkspace({ "a.txt": "one" });
  const path = join(world.root, "a.txt");
  const { atime, mtime } = await lstat(path);
  const kept = await world.open({ callId: "k" }).keep(["."]);
  await writeFile(path, "two");
  await utimes(path, atime, mtime);
  expect(await kept.settle()).toEqual({ changed: ["a.txt"], cannotUndo: [] });
  await undoCall({ undoFolder: world.undoFolder, callId: "k", guard: world.guard });
  expect(await readFile(path, "utf8")).toBe("one");
});

test("keep() sees files, folders and links that took one another's places, and undoes what it can", async () => {
  await using world = await aWorkspace({ file: "f0", "folder/in": "i0", "kept.txt": "k0" });
  const at = (path: string) => join(world.root, path);
  await symlink("kept.txt", at("link"));
  await symlink("kept.txt", at("turned"));
  const kept = await world.open({ callId: "k" }).keep(["."]);
  await unlink(at("file"));
  await mkdir(at("file"));
  await rm(at("folder"), { recursive: true, maxRetries: 20, retryDelay: 100 });
  await writeFile(at("folder"), "now a file");
  await unlink(at("link"));
  await unlink(at("turned"));
  await symlink("/etc/passwd", at("turned"));
  await writeFile(at("kept.txt"), "k1");
  const { changed, cannotUndo } = await kept.settle();
  expect(changed).toEqual(["file", "folder", "folder/in", "kept.txt", "link", "turned"]);
  expect(cannotUndo).toEqual(["file", "folder/in", "link", "turned"]);
  await undoCall({ undoFolder: world.undoFolder, callId: "k", guard: world.guard });
  expect(await readFile(at("kept.txt"), "utf8")).toBe("k0");
});

test("keep() names what it cannot open: a path that is too long, a name with a newline", async () => {
  await using world = await aWorkspace({ "a.txt": "a" });
  const kept = await world.open({ callId: "k" }).keep(["."]);
  await writeFile(join(world.root, "new\nline"), "x");
  let deepest = join(world.root, "deep");
  while (Buffer.byteLength(deepest) < 3_900) deepest = join(deepest, "d".repeat(200));
  await mkdir(deepest, { recursive: true });
  await writeFile(join(deepest, "payload"), "x");
  const { changed, cannotUndo } = await kept.settle();
  expect(changed).toContain("new\nline");
  expect(changed.some((path) => path.startsWith("deep/"))).toBe(true);
  expect(cannotUndo).toEqual(changed);
});

test.runIf(process.getuid?.() !== 0)("keep() names a folder that the program closed", async () => {
  await using world = await aWorkspace({ "folder/a": "a", b: "b" });
  const kept = await world.open({ callId: "k" }).keep(["."]);
  await chmod(join(world.root, "folder"), 0);
  await writeFile(join(world.root, "b"), "b1");
  expect(await kept.settle()).toEqual({
    changed: ["b", "folder", "folder/a"],
    cannotUndo: ["folder", "folder/a"],
  });
  await undoCall({ undoFolder: world.undoFolder, callId: "k", guard: world.guard });
  await chmod(join(world.root, "folder"), 0o755);
});

test("keep() saves nothing if there are too many files, and says so; a program that creates too many cannot hide it", async () => {
  await using world = await aWorkspace({ "a.txt": "a0", "b.txt": "b0" }, { undoMaxFiles: 1 });
  const none = await world.open({ callId: "none" }).keep(["."]);
  await rename(join(world.root, "a.txt"), join(world.root, "c.txt"));
  expect(await none.settle()).toMatchObject({
    changed: [],
    notKept: expect.stringContaining("at least 2 files"),
  });
});
