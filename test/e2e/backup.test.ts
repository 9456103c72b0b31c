import { existsSync } from "node:fs";
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { create, extract } from "tar";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeBackup } from "../../src/backup/write-backup.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aRuntime, outputOf } from "../support/a-runtime.ts";
import { aSmallDisk } from "../support/a-small-disk.ts";
import { aCliFolder, type CliFolder } from "../support/run-cli.ts";

const AT = new Date("2026-11-16T09:30:00Z");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-backups-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

test("a home in use is backed up: the copy has all earlier records, and every log in it is intact", async () => {
  await using world = await aRuntime();
  const { runtime, home } = world;
  const before = await runtime.openRun({ title: "before" });
  outputOf(await before.execute({ tool: "current_time", input: {} }));
  await before.end("done");
  for (let count = 0; count < 30; count++) await (await runtime.openRun({ title: "old" })).end("done");
  // Runs of one millisecond are on one side of a moment: the next ones begin after it.
  const moment = Date.now() + 1;
  await expect.poll(() => Date.now()).toBeGreaterThan(moment);
  let working = true;
  const work = (async () => {
    for (let count = 0; working && count < 300; count++) {
      const run = await runtime.openRun({ title: `during ${count}` });
      outputOf(await run.execute({ tool: "current_time", input: {} }));
      await run.end("done");
    }
  })();
  const compressing = runtime.history.compress({ before: moment });
  const file = join(folder, "in-use.tar.gz");
  const made = await writeBackup({ home, file, version: "0.1.0", at: AT }).finally(() => {
    working = false;
  });
  await work;
  expect((await compressing).runs).toBe(31);
  expect(made.leftOut).toEqual([]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.startsWith("."))).toEqual([]);

  const unpacked = join(folder, "in-use");
  await mkdir(unpacked);
  await extract({ file, cwd: unpacked });
  await using copy = await createRuntime({ home: join(unpacked, "home"), config: {} });
  expect((await stat(join(unpacked, "home/dejima.db"))).mode & 0o777).toBe(0o600);
  const runs = await copy.history.list({ limit: 10_000 });
  expect(runs.map(({ id }) => id)).toContain(before.id);
  expect(await copy.history.missing()).toEqual([]);
  for (const { id } of runs) expect(await copy.history.verify(id), id).toMatchObject({ ok: true });
});

test("backup, loss, restore: runs, files and undo are back, and the home that was there is kept", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": 'permissions:\n  safe: ["write_file(./**)"]\n' });
  await cli.run(["tool", "call", "write_file", "--input", '{"path":"a.txt","content":"one"}']);
  const made = (await cli.run(["backup", "--json"])).json<{ file: string; files: number; sha256: string }>();
  expect(made.file).toContain(join(cli.variables.XDG_STATE_HOME ?? "", "dejima/backups/"));
  expect(made.sha256).toMatch(/^[0-9a-f]{64}$/);
  const listed = (await cli.run(["restore", "--json"])).json<{ backups: { file: string }[] }>();
  expect(listed.backups.map(({ file }) => file)).toEqual([made.file]);
  expect((await cli.run(["restore"])).stdout).toMatch(/^To put one back: dejima restore FILE --replace$/m);
  const checked = await cli.run(["restore", made.file, "--check", "--json"]);
  expect(checked.json()).toMatchObject({ files: made.files });
  await cli.run(["tool", "call", "write_file", "--input", '{"path":"b.txt","content":"two"}']);

  const refused = await cli.run(["restore", made.file]);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain("--replace");
  const replaced = (await cli.run(["restore", made.file, "--replace", "--json"])).json<{ kept: string }>();
  expect(existsSync(join(replaced.kept, "dejima.db"))).toBe(true);
  expect((await stat(join(cli.folder, ".dejima/dejima.db"))).mode & 0o777).toBe(0o600);
  // One change is known again, and it can be undone; the later one went with the home that made way.
  expect((await cli.run(["undo", "--json"])).json<{ changes: unknown[] }>().changes).toHaveLength(1);
  expect((await cli.run(["undo", "last"])).code).toBe(0);
  expect(existsSync(join(cli.folder, "a.txt"))).toBe(false);
  expect((await cli.run(["log", "verify"])).code).toBe(0);

  await rm(join(cli.folder, ".dejima"), { recursive: true });
  expect((await cli.run(["restore"])).stdout).toMatch(/^To put one back: dejima restore FILE$/m);
  const restored = await cli.run(["restore", made.file]);
  // Whoever moves to another machine must know that the key does not come along.
  expect(restored.stdout).toContain("vault.key, or DEJIMA_VAULT_KEY");
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.stdout).toContain("are back in");
  expect(restored.stderr).not.toContain("is not used");
  expect((await cli.run(["undo", "--json"])).json<{ changes: unknown[] }>().changes).toHaveLength(1);
});

test("a home that a process uses is not replaced", async () => {
  await using cli = await aCliFolder();
  await using runtime = createRuntime({ home: join(cli.folder, "used"), workspace: cli.folder, config: {} });
  const run = await runtime.openRun({ title: "open" });
  outputOf(await run.execute({ tool: "current_time", input: {} }));
  const home = ["--home", join(cli.folder, "used")];
  const { file } = (await cli.run(["backup", "b.tar.gz", "--json", ...home])).json<{ file: string }>();
  const refused = await cli.run(["restore", file, "--replace", ...home]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`process ${process.pid} uses it`);
  await run.end("done");
  expect(await runtime.history.verify(run.id)).toMatchObject({ ok: true });
});

test("what would not be a backup is refused before anything is written", async () => {
  await using cli = await aCliFolder();
  await cli.run(["tool", "call", "current_time"]);
  await writeFile(join(cli.folder, "there.tar.gz"), "mine");
  for (const [args, said] of [
    [["backup", "there.tar.gz"], "it exists"],
    [["backup", ".dejima/x.tar.gz"], "it is in the home"],
    [["backup", "."], "it is a folder"],
    [["backup", "there.tar.gz/x"], "Cannot back up into"],
    [["restore", "none.tar.gz"], "none.tar.gz"],
    [["restore", "there.tar.gz", "--replace"], "Nothing was restored"],
  ] as const) {
    const { code, stderr } = await cli.run(args);
    expect(code, args.join(" ")).not.toBe(0);
    expect(stderr.split("\n")).toHaveLength(2);
    expect(stderr).toContain(said);
  }
  expect(await readFile(join(cli.folder, "there.tar.gz"), "utf8")).toBe("mine");
  expect((await readdir(cli.folder)).sort()).toEqual([".dejima", "there.tar.gz"]);
});

test("a damaged or forged archive restores nothing, and nothing is written outside", async () => {
  await using cli = await aCliFolder();
  await cli.run(["tool", "call", "current_time"]);
  const { file } = (await cli.run(["backup", "good.tar.gz", "--json"])).json<{ file: string }>();
  for (const [name, forge] of Object.entries(FORGERIES)) {
    const forged = join(cli.folder, "forged.tar.gz");
    await forge(file, forged, cli);
    const home = join(cli.folder, "new-home");
    const { code, stderr } = await cli.run(["restore", forged, "--home", home]);
    expect([code, existsSync(home)], `${name}: ${stderr}`).toEqual([1, false]);
    expect(stderr, name).toMatch(/^error .*(forged\.tar\.gz|newer version|damaged)/);
    expect(existsSync(join(cli.folder, "outside.txt")), name).toBe(false);
    expect(
      (await readdir(cli.folder)).filter((left) => left.startsWith(".dejima-")),
      name,
    ).toEqual([]);
    await rm(forged);
  }
  expect((await cli.run(["restore", file, "--home", join(cli.folder, "new-home")])).code).toBe(0);
});

test("a full disk leaves no archive and no pieces of one", async () => {
  using disk = aSmallDisk(4);
  if (disk === undefined) return console.log("passed over: a small disk can only be mounted by root");
  await using world = await aRuntime();
  outputOf(await world.runtime.execute("current_time", {}));
  disk.fill();
  const before = await readdir(disk.path);
  await expect(
    writeBackup({ home: world.home, file: join(disk.path, "b.tar.gz"), version: "0.1.0", at: AT }),
  ).rejects.toThrow(/ENOSPC|disk is full/);
  expect(await readdir(disk.path)).toEqual(before);
});

type Forge = (good: string, forged: string, cli: CliFolder) => Promise<void>;

/** Unpacks the good archive, changes it, and packs it again. */
const changed =
  (change: (root: string) => Promise<void>, entries = ["manifest.json", "home"]): Forge =>
  async (good, forged) => {
    const root = await mkdtemp(join(folder, "forged-"));
    await extract({ file: good, cwd: root });
    await change(root);
    await create({ gzip: true, file: forged, cwd: root, preservePaths: true }, entries);
  };

const relist = (root: string, edit: (manifest: { files: object; links: object; format: number }) => void) =>
  readFile(join(root, "manifest.json"), "utf8").then((text) => {
    const manifest = JSON.parse(text);
    edit(manifest);
    return writeFile(join(root, "manifest.json"), JSON.stringify(manifest));
  });

const FORGERIES: Readonly<Record<string, Forge>> = {
  "cut short": async (good, forged) => {
    const whole = await readFile(good);
    await writeFile(forged, whole.subarray(0, whole.length / 2));
  },
  "a flipped byte": async (good, forged) => {
    const whole = await readFile(good);
    const middle = Math.floor(whole.length / 2);
    whole[middle] = (whole[middle] ?? 0) ^ 0x55;
    await writeFile(forged, whole);
  },
  "a changed log": changed(async (root) => {
    const [run = ""] = await readdir(join(root, "home/runs"));
    await appendFile(join(root, "home/runs", run, "events.jsonl"), "{}\n");
  }),
  "a file more": changed((root) => writeFile(join(root, "home/tools.ts"), "export {}")),
  "a file less": changed((root) => rm(join(root, "home/heads.jsonl"))),
  "no list": changed((root) => rm(join(root, "manifest.json")), ["home"]),
  "a list of a later format": changed((root) =>
    relist(root, (manifest) => {
      manifest.format = 2;
    }),
  ),
  "something beside the home": changed(
    (root) => writeFile(join(root, "more"), ""),
    ["manifest.json", "home", "more"],
  ),
  "a link out of the home": changed(async (root) => {
    await symlink("../../outside.txt", join(root, "home/link"));
    await relist(root, (manifest) => Object.assign(manifest.links, { link: "../../outside.txt" }));
  }),
  "a file through a link": changed(
    async (root) => {
      await cp(join(root, "manifest.json"), join(root, "outside.txt"));
      await create({ file: join(root, "x.tar"), cwd: root, prefix: ".." }, ["outside.txt"]);
      await relist(root, (manifest) => Object.assign(manifest.files, { "../outside.txt": "" }));
    },
    ["manifest.json", "home", "@x.tar"],
  ),
  "a newer schema": changed(async (root) => {
    const database = new DatabaseSync(join(root, "home/dejima.db"));
    database.exec("INSERT INTO migrations VALUES (9999, 'later', 0)");
    database.close();
    const { hashFile } = await import("../../src/support/disk/hash-file.ts");
    const hash = await hashFile(join(root, "home/dejima.db"));
    await relist(root, (manifest) => Object.assign(manifest.files, { "dejima.db": hash }));
  }),
};

test("a file whose name would move the cursor is named as it is written", async () => {
  await using cli = await aCliFolder();
  expect((await cli.run(["tool", "call", "current_time"])).code).toBe(0);
  const { code, stdout } = await cli.run(["backup", "a\u001b[2J\u202e.tar.gz"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("a␛[2J<U+202E>.tar.gz: ")]);
  expect(stdout).not.toMatch(/\u001b\[2J|\u202e/);
});
