import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aWorkspace } from "../../../test/files/a-workspace.ts";
import { undoCall } from "./undo-call.ts";

test("keep() makes whatever a program does below a folder part of what undoing puts back", async () => {
  await using world = await aWorkspace({
    "a.txt": "a0",
    "gone.txt": "g0",
    "same.txt": "s0",
    "deep/moved.sh": "m0",
    ".env": "KEY=1",
    ".git/HEAD": "ref: refs/heads/main",
  });
  await chmod(join(world.root, "deep/moved.sh"), 0o755);
  const kept = await world.open({ callId: "k" }).keep(["."]);
  await writeFile(join(world.root, "a.txt"), "a1");
  await unlink(join(world.root, "gone.txt"));
  await writeFile(join(world.root, "same.txt"), "s0");
  await mkdir(join(world.root, "new/folder"), { recursive: true });
  await rename(join(world.root, "deep/moved.sh"), join(world.root, "new/folder/moved.sh"));
  await rm(join(world.root, "deep"), { recursive: true, maxRetries: 20, retryDelay: 100 });
  await writeFile(join(world.root, ".env"), "KEY=2");
  await writeFile(join(world.root, ".git/HEAD"), "ref: refs/heads/other");
  expect(await kept.settle()).toEqual({
    changed: [".env", ".git/HEAD", "a.txt", "deep/moved.sh", "gone.txt", "new/folder/moved.sh"],
    cannotUndo: [],
  });

  await undoCall({ undoFolder: world.undoFolder, callId: "k", guard: world.guard });
  const content = (path: string) => readFile(join(world.root, path), "utf8");
  expect(await content("a.txt")).toBe("a0");
  expect(await content("gone.txt")).toBe("g0");
  expect(await content("deep/moved.sh")).toBe("m0");
  expect(await content(".env")).toBe("KEY=1");
  expect(await content(".git/HEAD")).toBe("ref: refs/heads/main");
  expect(existsSync(join(world.root, "new"))).toBe(false);
  expect(existsSync(join(world.undoFolder, "kept/k"))).toBe(false);
});

test("keep() leaves out what can be made again, and Dejima's own", async () => {
  await using world = await aWorkspace({
    ".gitignore": "built/\n",
    "built/a.js": "old",
    ".git/objects/ab/cd": "object",
    "dejima.yaml": "rules",
  });
  const kept = await world.open({ callId: "k" }).keep(["."]);
  for (const path of ["built/a.js", ".git/objects/ab/cd", "dejima.yaml", ".dejima/x"])
    await writeFile(join(world.root, path), "new");
  expect(await kept.settle()).toEqual({ changed: [], cannotUndo: [], ignored: ["built"] });
});

test("keep() names changes that cannot be restored, and undo restores the rest", async () => {
  await using world = await aWorkspace(
    { "a.txt": "a0", "large.bin": Buffer.alloc(2000), "file.txt": "f0", "b.txt": "b0" },
    { undoMaxBytes: 1000 },
  );
  const kept = await world.open({ callId: "k" }).keep(["."]);
  await writeFile(join(world.root, "large.bin"), "small now");
  await symlink("/etc/passwd", join(world.root, "link"));
  await unlink(join(world.root, "file.txt"));
  await symlink("a.txt", join(world.root, "file.txt"));
  await writeFile(join(world.root, "odd\u0007name"), "x");
  await writeFile(join(world.root, "a.txt"), "a1");
  const { changed, cannotUndo } = await kept.settle();
  expect(changed).toHaveLength(5);
  expect(cannotUndo).toEqual(["file.txt", "large.bin", "link", "odd\u0007name"]);
  const { undone } = await undoCall({ undoFolder: world.undoFolder, callId: "k", guard: world.guard });
  expect(undone).toEqual([{ path: "a.txt", action: "restored" }]);
});

test("keep() saves no target of a link, and follows no folder that becomes a link", async () => {
  await using world = await aWorkspace({ "x/a.txt": "old", "../outside/a.txt": "secret" });
  await symlink(world.outside, join(world.root, "out"));
  const kept = await world.open({ callId: "k" }).keep(["."]);
  await writeFile(join(world.outside, "a.txt"), "other");
  await rm(join(world.root, "x"), { recursive: true, maxRetries: 20, retryDelay: 100 });
  await symlink(world.outside, join(world.root, "x"));
  expect(await kept.settle()).toEqual({ changed: ["x", "x/a.txt"], cannotUndo: ["x", "x/a.txt"] });
  expect(await readFile(join(world.outside, "a.txt"), "utf8")).toBe("other");
});

test("a call that was cut off settles all the same; one that was killed is not undone by guessing", async () => {
  await using world = await aWorkspace({ "a.txt": "a0" });
  const stop = new AbortController();
  const kept = await world.open({ callId: "cut", signal: stop.signal }).keep(["."]);
  await writeFile(join(world.root, "a.txt"), "a1");
  stop.abort();
  expect((await kept.settle()).changed).toEqual(["a.txt"]);
  await undoCall({ undoFolder: world.undoFolder, callId: "cut", guard: world.guard });
  expect(await readFile(join(world.root, "a.txt"), "utf8")).toBe("a0");

  await world.open({ callId: "killed" }).keep(["."]);
  await writeFile(join(world.root, "a.txt"), "a2");
  await expect(
    undoCall({ undoFolder: world.undoFolder, callId: "killed", guard: world.guard }),
  ).rejects.toThrow("it was killed while its program ran");
});

test("keep() keeps nothing for a call that may not write there, outside the walls, or of a tree that is too large", async () => {
  await using world = await aWorkspace(
    { "a.txt": "a0", "b.txt": "b0", "c.txt": "c0", "../outside/a.txt": "o" },
    { undoMaxFiles: 2 },
  );
  const notKept = async (folder: string, options = {}) =>
    (await (await world.open(options).keep([folder])).settle()).notKept;
  expect(await notKept(".", { permits: () => false })).toContain("which this call was not allowed to use");
  expect(await notKept(world.outside)).toContain("outside");
  expect(await notKept(".")).toBe('Cannot keep "." for undo: it contains at least 3 files');
});

test("keep() of a folder that is not there yet undoes what a program makes of it", async () => {
  await using world = await aWorkspace({ "in/a.txt": "a0" });
  const kept = await world.open({ callId: "k" }).keep(["in", "out"]);
  await mkdir(join(world.root, "out/deep"), { recursive: true });
  await writeFile(join(world.root, "out/deep/b.txt"), "b");
  expect((await kept.settle()).changed).toEqual(["out/deep/b.txt"]);
  await undoCall({ undoFolder: world.undoFolder, callId: "k", guard: world.guard });
  expect(existsSync(join(world.root, "out/deep"))).toBe(false);
});
