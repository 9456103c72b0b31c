import { mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settleHidden, settleMounts } from "./settle-paths.ts";

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "dejima-mounts-")));
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 }));

test("settleMounts() grants a linked folder under both spellings", async () => {
  const link = `${folder}-link`;
  await symlink(folder, link);
  try {
    const paths = settleMounts([{ path: link, access: "read-only" }]).map((mount) => mount.path);
    expect(paths.sort()).toEqual([folder, link].sort());
  } finally {
    await rm(link);
  }
});

test("settleMounts() counts a link to the system as its target", async () => {
  const link = join(folder, "innocent");
  await symlink("/proc", link);
  expect(() => settleMounts([{ path: link, access: "read-only" }])).toThrow("belongs to the system");
});

test("settleMounts() keeps the stronger access and puts outer folders first", async () => {
  const mounts = [
    { path: folder, access: "read-only" },
    { path: tmpdir(), access: "read-only" },
    { path: folder, access: "read-write" },
  ] as const;
  const settled = settleMounts(mounts);
  expect(settled.at(-1)).toEqual({ path: folder, access: "read-write" });
  expect(settled[0]?.path).toBe(tmpdir());
});

test("settleMounts() refuses relative and missing paths", async () => {
  expect(() => settleMounts([{ path: "a", access: "read-only" }])).toThrow("must be absolute");
  expect(() => settleMounts([{ path: join(folder, "no"), access: "read-only" }])).toThrow("does not exist");
});

test("settleHidden() hides what a link leads to, and puts nothing in front of the link itself", async () => {
  await writeFile(join(folder, "real.yaml"), "x");
  await symlink("real.yaml", join(folder, "linked.yaml"));
  await symlink("/etc/hostname", join(folder, "outside.yaml"));
  const mounts = [{ path: folder, access: "read-only" }] as const;
  const hidden = ["linked.yaml", "outside.yaml"].map((name) => join(folder, name));
  expect(settleHidden(hidden, mounts)).toEqual([{ path: join(folder, "real.yaml"), type: "file" }]);
});
