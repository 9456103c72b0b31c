import { link, mkdir, rename, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aWorkspace } from "../../../test/files/a-workspace.ts";
import { protectionOf } from "./protected-places.ts";

test("coversFile() knows a protected file or folder by identity, whatever name it goes by", async () => {
  await using world = await aWorkspace({ ".dejima/db": "", "dejima.yaml": "", "other.txt": "" });
  const protection = protectionOf([world.home, join(world.root, "dejima.yaml")], []);
  await rename(world.home, join(world.root, "renamed"));
  await rename(join(world.root, "dejima.yaml"), join(world.root, "renamed.yaml"));
  expect(await protection.coversFile(await stat(join(world.root, "renamed")))).toBe(true);
  expect(await protection.coversFile(await stat(join(world.root, "renamed.yaml")))).toBe(true);
  expect(await protection.coversFile(await stat(join(world.root, "other.txt")))).toBe(false);
});

test("coversFile() finds hard links to files deep inside, and no others", async () => {
  await using world = await aWorkspace({ "a.txt": "" });
  await mkdir(join(world.home, "deep/er"), { recursive: true });
  await writeFile(join(world.home, "deep/er/log"), "");
  await link(join(world.home, "deep/er/log"), join(world.root, "hard"));
  await link(join(world.root, "a.txt"), join(world.root, "b.txt"));
  const protection = protectionOf([world.home], []);
  expect(await protection.coversFile(await stat(join(world.root, "hard")))).toBe(true);
  expect(await protection.coversFile(await stat(join(world.root, "b.txt")))).toBe(false);
});

test("coversPath() covers what does not exist yet, and where a dangling link will lead", async () => {
  await using world = await aWorkspace();
  await symlink("future", join(world.root, "home"));
  const protection = protectionOf([join(world.root, "home"), join(world.root, "later.yaml")], []);
  const covered = (name: string) => protection.coversPath(join(world.root, name));
  expect(
    ["home", "home/x", "future", "future/x", "later.yaml", "LATER.yaml", "later.yaml. "].map(covered),
  ).not.toContain(false);
  expect(["homes", "fut", "later.yaml.bak", "x/home"].map(covered)).not.toContain(true);
});

test("coversPath() covers reserved names anywhere, in any case", async () => {
  const protection = protectionOf([], ["dejima.yaml", ".dejima"]);
  expect(["/a/dejima.yaml", "/a/b/DEJIMA.yaml", "/x/.Dejima/log"].map(protection.coversPath)).not.toContain(
    false,
  );
  expect(["/a/dejima.yaml.bak", "/a/my.dejima"].map(protection.coversPath)).not.toContain(true);
});
