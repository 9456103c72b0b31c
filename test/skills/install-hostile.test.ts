import { execFile, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { programFile } from "../support/program.ts";
import { folderSnapshot } from "./folder-snapshot.ts";
import { writeZip } from "./hostile-archives.ts";
import { aWorld, skillMd, yes } from "./skill-world.ts";

const ARCHIVES = join(import.meta.dirname, "../../../shared/data/hostile/archives");
const INSTALLER = programFile(import.meta.dirname, "install-once.ts");

test("install() of hostile archives changes nothing but the staging folder, which ends up empty", async () => {
  if (!existsSync(ARCHIVES)) return console.log(`passed over: ${ARCHIVES} is missing`);
  const rows = readFileSync(join(ARCHIVES, "manifest.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const { file, verdict } of rows) {
    await using world = await aWorld();
    await mkdir(world.home, { recursive: true });
    await copyFile(join(ARCHIVES, file), join(world.root, file));
    const before = await folderSnapshot(world.root);
    const refused = await world.library.install(file, { accept: yes }).then(
      () => undefined,
      (error: Error) => error,
    );
    expect(refused === undefined, `${file}: ${refused?.message}`).toBe(verdict.startsWith("accept"));
    expect(await readdir(join(world.home, ".staging")), file).toEqual([]);
    if (refused === undefined) continue;
    const after = await folderSnapshot(world.root);
    delete after["home/skills/.staging"];
    expect(after, file).toEqual(before);
  }
});

test("install() of a folder with a link in it is refused", async () => {
  await using world = await aWorld();
  const folder = await world.write("given/hello", { "SKILL.md": skillMd("hello") });
  await symlink("/etc/passwd", join(folder, "passwd"));
  await expect(world.library.install("given/hello", { accept: yes })).rejects.toThrow(/"passwd" is a link/);
});

test("install() of a folder with a name that is no UTF-8 says so", async () => {
  await using world = await aWorld();
  const folder = await world.write("given/hello", { "SKILL.md": skillMd("hello") });
  await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff])]), "");
  await expect(world.library.install("given/hello", { accept: yes })).rejects.toThrow(
    /is not valid UTF-8; rename it/,
  );
});

test("two installs of one name at once: one wins, the other is refused, nothing is mixed", async () => {
  await using world = await aWorld();
  for (const which of ["one", "two"]) {
    await world.write(`given/${which}/hello`, {
      "SKILL.md": skillMd("hello", which),
      [`${which}.txt`]: which,
    });
  }
  const results = await Promise.allSettled(
    ["one", "two"].map((which) => world.library.install(`given/${which}/hello`, { accept: yes })),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.find((result) => result.status === "rejected")?.reason).toMatchObject({
    code: "skill_exists",
  });
  const winner = (await world.library.info("hello")).description;
  expect((await readdir(join(world.home, "hello"))).sort()).toEqual(["SKILL.md", `${winner}.txt`]);
  (await world.library.use("hello")).release();
});

test("installs from several processes at once keep every entry of the lock", async () => {
  await using world = await aWorld();
  const names = Array.from({ length: 4 }, (_, index) => `skill-${index}`);
  for (const name of names) await world.write(`given/${name}`, { "SKILL.md": skillMd(name) });
  await Promise.all(
    names.map((name) =>
      promisify(execFile)(process.execPath, [INSTALLER, world.home, join(world.root, "given", name)]),
    ),
  );
  const lock = JSON.parse(readFileSync(join(world.home, "skills.lock"), "utf8"));
  expect(Object.keys(lock.skills).sort()).toEqual(names);
  expect((await readdir(world.home)).sort()).toEqual([".accepted", ".staging", ...names, "skills.lock"]);
});

test("a disk that fills up while unpacking ends in a clear error and leaves nothing", async () => {
  await using world = await aWorld();
  await mkdir(world.home, { recursive: true });
  await writeZip(join(world.root, "big.zip"), {
    "hello/SKILL.md": skillMd("hello"),
    "hello/data.bin": noise(3_000_000),
  });
  // Files may have at most one megabyte in this process, as on a disk that has no more.
  const command = 'ulimit -f 1024; exec "$0" "$@"';
  const { stdout } = spawnSync(
    "sh",
    ["-c", command, process.execPath, INSTALLER, world.home, join(world.root, "big.zip")],
    { encoding: "utf8" },
  );
  expect(JSON.parse(stdout)).toMatchObject({
    code: "io_error",
    message: expect.stringMatching(/free some space/),
  });
  expect(await folderSnapshot(world.home)).toEqual({ ".staging": expect.any(String) });
  expect(existsSync(join(world.root, "big.zip"))).toBe(true);
});

test("a damaged skills.lock is an error that says what would work, and is left as it is", async () => {
  await using world = await aWorld();
  await world.write("home/skills", { "skills.lock": "{ not json" });
  await world.write("given/hello", { "SKILL.md": skillMd("hello") });
  await expect(world.library.install("given/hello", { accept: yes })).rejects.toThrow(
    /damaged or from a newer version. Move it away/,
  );
  expect(existsSync(join(world.home, "hello"))).toBe(false);
  expect(readFileSync(join(world.home, "skills.lock"), "utf8")).toBe("{ not json");
});

test("names that mean something to JavaScript are ordinary names", async () => {
  await using world = await aWorld();
  for (const name of ["constructor", "tostring", "hasownproperty"]) {
    await world.write(`given/${name}`, { "SKILL.md": skillMd(name) });
    await expect(world.library.info(name)).rejects.toMatchObject({ code: "skill_not_found" });
    await world.library.install(`given/${name}`);
    await expect(world.library.use(name)).rejects.toMatchObject({ code: "approval_required" });
  }
});

function noise(bytes: number): Buffer {
  return Buffer.from(Uint8Array.from({ length: bytes }, () => Math.random() * 256));
}
