import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceFile } from "./replace-file.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("replaceFile() writes for the owner alone, and leaves nothing beside the file, even if it fails", async () => {
  await using folder = await temporaryFolder("dejima-replace-");
  const file = join(folder.path, "a.json");
  await replaceFile(file, "one");
  await replaceFile(file, "two");
  expect(await readFile(file, "utf8")).toBe("two");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await mkdir(join(folder.path, "taken"));
  await expect(replaceFile(join(folder.path, "taken"), "three")).rejects.toThrow();
  expect((await readdir(folder.path)).toSorted()).toEqual(["a.json", "taken"]);
});

test("temporaryFolder() removes the folder with its content, also after a failure", async () => {
  let path = "";
  const work = async () => {
    await using folder = await temporaryFolder("dejima-gone-");
    path = folder.path;
    await mkdir(join(path, "inside"));
    throw new Error("failed");
  };
  await expect(work()).rejects.toThrow("failed");
  await expect(stat(path)).rejects.toThrow("ENOENT");
});
