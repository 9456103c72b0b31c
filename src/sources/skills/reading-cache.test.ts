import { mkdtemp, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createReadingCache } from "./reading-cache.ts";

const LATER = () => Date.now() + 10_000;

test("createReadingCache() reads a folder that nobody touched once", async () => {
  await using place = await aFolder();
  const read = counted(createReadingCache<number>(2, LATER), place.folder);
  expect([await read(), await read()]).toEqual([1, 1]);
});

test("createReadingCache() reads again after a change that keeps the size and the time of the content", async () => {
  await using place = await aFolder();
  const read = counted(createReadingCache<number>(2, LATER), place.folder);
  await read();
  const { atime, mtime } = await stat(place.file);
  await writeFile(place.file, "tow");
  await utimes(place.file, atime, mtime);
  expect((await stat(place.file)).mtimeMs).toBe(mtime.getTime());
  expect(await read()).toBe(2);
});

test("createReadingCache() reads again when a file is replaced, added, removed or becomes a link", async () => {
  await using place = await aFolder();
  const read = counted(createReadingCache<number>(2, LATER), place.folder);
  await read();
  await writeFile(`${place.folder}.other`, "two");
  await rename(`${place.folder}.other`, place.file);
  expect(await read()).toBe(2);
  await writeFile(join(place.folder, "new.txt"), "");
  expect(await read()).toBe(3);
  await rm(join(place.folder, "new.txt"));
  expect(await read()).toBe(4);
  await rm(place.file);
  await symlink("elsewhere", place.file);
  expect(await read()).toBe(5);
});

test("createReadingCache() does not cache a file changed a moment ago: the clock is too coarse to see a second change", async () => {
  await using place = await aFolder();
  const read = counted(createReadingCache<number>(2), place.folder);
  expect([await read(), await read()]).toEqual([1, 2]);
});

test("createReadingCache() caches no file that changed while it was read, and no failure", async () => {
  await using place = await aFolder();
  const readings = createReadingCache<string>(2, LATER);
  await readings(place.folder, async () => {
    await writeFile(place.file, "during");
    return "old";
  });
  await expect(readings(place.folder, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await readings(place.folder, async () => "new")).toBe("new");
});

test("createReadingCache() drops the oldest entries beyond its limit, and entries of deleted places", async () => {
  await using one = await aFolder();
  await using two = await aFolder();
  const readings = createReadingCache<number>(1, LATER);
  const [first, second] = [counted(readings, one.folder), counted(readings, two.folder)];
  expect([await first(), await second(), await first()]).toEqual([1, 1, 2]);
  await rm(one.folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
  expect([await first(), await first()]).toEqual([3, 4]);
});

function counted(
  readings: ReturnType<typeof createReadingCache<number>>,
  place: string,
): () => Promise<number> {
  let times = 0;
  return () => readings(place, async () => ++times);
}

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), "dejima-readings-"));
  const file = join(folder, "a.txt");
  await writeFile(file, "two");
  return {
    folder,
    file,
    [Symbol.asyncDispose]: () =>
      rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}
