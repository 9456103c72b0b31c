import { spawnSync } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readdir, realpath, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const bin = join(import.meta.dirname, "../../bin/dejima.js");
const STRANGER = 54_321;
let folder = "";

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "dejima-cache-")));
  for (const name of ["home", "tmp", "work"]) await mkdir(join(folder, name), { mode: 0o700 });
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

function start(variables: Record<string, string> = {}): void {
  const env = { PATH: process.env.PATH ?? "", HOME: join(folder, "home"), TMPDIR: join(folder, "tmp") };
  const { status, stderr } = spawnSync(process.execPath, [bin, "completion", "bash"], {
    cwd: join(folder, "work"),
    env: { ...env, ...variables },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
}

test("the command keeps compiled code with its user, readable by nobody else, and never in the shared temporary folder", async () => {
  start();
  const cache = join(folder, "home/.cache/dejima/compile-cache");
  expect((await stat(cache)).mode & 0o777).toBe(0o700);
  expect(await readdir(cache)).not.toEqual([]);
  expect(await readdir(join(folder, "tmp"))).toEqual([]);
});

const places: readonly (readonly [string, (cache: string) => Promise<void>])[] = [
  ["is open to others", (cache) => chmod(cache, 0o755)],
  [
    "lies where others can replace it",
    (cache) => chmod(join(cache, "..", ".."), 0o777).then(() => chmod(cache, 0o700)),
  ],
  [
    "is a link",
    async (cache) => {
      await rm(cache, { recursive: true, maxRetries: 20, retryDelay: 100 });
      await mkdir(join(folder, "elsewhere"), { mode: 0o700 });
      await symlink(join(folder, "elsewhere"), cache);
    },
  ],
];

for (const [what, prepare] of places)
  test(`the command uses no compiled code from a folder that ${what}`, async () => {
    const cache = join(folder, "home/.cache/dejima/compile-cache");
    await mkdir(cache, { recursive: true, mode: 0o700 });
    await prepare(cache);
    start();
    expect(await readdir(cache)).toEqual([]);
    expect(await readdir(join(folder, "tmp"))).toEqual([]);
  });

test.runIf(process.getuid?.() === 0)(
  "the command uses no compiled code from a folder that another account made first (runs as root)",
  async () => {
    for (const owned of ["dejima/compile-cache", "dejima"]) {
      const base = await mkdtemp(join(folder, "cache-"));
      await mkdir(join(base, "dejima/compile-cache"), { recursive: true, mode: 0o700 });
      await chown(join(base, owned), STRANGER, STRANGER);
      start({ XDG_CACHE_HOME: base });
      expect(await readdir(join(base, "dejima/compile-cache"))).toEqual([]);
    }
    expect(await readdir(join(folder, "tmp"))).toEqual([]);
  },
);
