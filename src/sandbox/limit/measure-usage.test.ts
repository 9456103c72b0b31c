import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorkspaceGauge } from "./measure-usage.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-gauge-"));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 }));

const gauge = (maxBytes: number, path = folder) => {
  const made = createWorkspaceGauge([{ path, access: "read-write" }], maxBytes);
  made.reset();
  return made;
};

test("isFull() counts files and folders written after the reset", async () => {
  const [small, large] = [gauge(20_000), gauge(100_000)];
  expect(await gauge(20_000).isFull()).toBe(false);
  await mkdir(join(folder, "a/b"), { recursive: true });
  await writeFile(join(folder, "a/b/file"), Buffer.alloc(30_000));
  expect(await small.isFull()).toBe(true);
  expect(await large.isFull()).toBe(false);
});

test("isFull() counts empty files, since they cost room too, and dates set back do not hide them", async () => {
  const [small, large] = [gauge(299 * 4096), gauge(301 * 4096)];
  for (let index = 0; index < 300; index++) await writeFile(join(folder, String(index)), "");
  await utimes(join(folder, "1"), 0, 0);
  expect(await small.isFull()).toBe(true);
  expect(await large.isFull()).toBe(false);
});

test("isFull() takes a tree that grows too deep for full", async () => {
  await mkdir(join(folder, Array.from({ length: 70 }, () => "d").join("/")), { recursive: true });
  expect(await gauge(1e9).isFull()).toBe(true);
});

test("isFull() ignores files that are only read", async () => {
  await writeFile(join(folder, "file"), Buffer.alloc(30_000));
  const made = createWorkspaceGauge([{ path: folder, access: "read-only" }], 10);
  made.reset();
  expect(await made.isFull()).toBe(false);
});
