import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { withExclusiveLock } from "./skills-lock.ts";

const COUNTER = `
  const [module, folder] = process.argv.slice(1);
  const { withExclusiveLock } = await import(module);
  const { readFile, writeFile } = await import("node:fs/promises");
  for (let round = 0; round < 25; round++) {
    await withExclusiveLock(folder + "/busy", async () => {
      await writeFile(folder + "/count", String(Number(await readFile(folder + "/count", "utf8")) + 1));
    });
  }`;

test("withExclusiveLock() lets processes count without losing one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-lock-"));
  await writeFile(join(folder, "count"), "0");
  const module = join(import.meta.dirname, "skills-lock.ts");
  const argv = ["--input-type=module", "-e", COUNTER, module, folder];
  await Promise.all(Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, argv)));
  expect(await readFile(join(folder, "count"), "utf8")).toBe("100");
  expect(await readdir(folder)).toEqual(["count"]);
  await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
});

test("withExclusiveLock() takes over from a process that died, and lets go after a failure", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-lock-"));
  const path = join(folder, "busy");
  const { pid } = await new Promise<{ pid: number | undefined }>((resolve) => {
    const child = execFile(process.execPath, ["-e", "0"], () => resolve({ pid: child.pid }));
  });
  await writeFile(path, String(pid));
  await expect(withExclusiveLock(path, async () => Promise.reject(new Error("failed")))).rejects.toThrow(
    "failed",
  );
  expect(await withExclusiveLock(path, async () => "done")).toBe("done");
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
});
