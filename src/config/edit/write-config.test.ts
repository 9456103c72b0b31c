import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceUserFile } from "./write-config.ts";

test("replaceUserFile() writes a new file, replaces an old one with its mode, and leaves links in place", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-replace-"));
  const [file, link] = [join(folder, "a.yaml"), join(folder, "b.yaml")];
  await replaceUserFile(file, "one");
  await chmod(file, 0o600);
  await symlink("a.yaml", link);
  await replaceUserFile(link, "two");
  expect(await readFile(file, "utf8")).toBe("two");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(["a.yaml", "b.yaml"]);
  await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
});

test("replaceUserFile() on failure keeps the old file, leaves nothing beside it, and says why", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-replace-"));
  await writeFile(join(folder, "held"), "");
  await expect(replaceUserFile(join(folder, "held/a.yaml"), "one")).rejects.toMatchObject({
    code: "io_error",
    message: expect.stringMatching(/^Cannot write .*ENOTDIR/),
  });
  await expect(replaceUserFile(folder, "one")).rejects.toThrow(/Cannot write/);
  expect(await readdir(folder)).toEqual(["held"]);
  expect((await readdir(tmpdir())).filter((name) => name.endsWith(".new") && folder.endsWith(name))).toEqual(
    [],
  );
  await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
});
