import { execFileSync } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { trustFolder } from "../../test/support/trust.ts";
import { loadConfig } from "./load-config.ts";
import { settingsFrom } from "./settings-from.ts";
import { trustConfig } from "./trust/trust-record.ts";

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "dejima-config-")));
  await mkdir(join(folder, "a/b"), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const load = (
  cwd: string,
  options: { configFile?: string; home?: string; variables?: Record<string, string> } = {},
) => loadConfig({ cwd, variables: {}, ...options });

test("loadConfig() finds dejima.yaml here or above, and keeps the home beside it", async () => {
  expect(await load(join(folder, "a/b"))).toMatchObject({
    base: join(folder, "a/b"),
    home: join(folder, "a/b/.dejima"),
  });
  await writeFile(join(folder, "a/dejima.yaml"), "tools: {timeout: 1s}");
  await trustFolder(join(folder, "a"), { XDG_STATE_HOME: folder });
  const found = await load(join(folder, "a/b"), { variables: { XDG_STATE_HOME: folder } });
  expect(found).toMatchObject({
    file: join(folder, "a/dejima.yaml"),
    base: join(folder, "a"),
    home: join(folder, "a/.dejima"),
  });
  expect(found.config.tools.timeout).toBe(1_000);
  await writeFile(join(folder, "a/b/dejima.yaml"), "");
  expect((await load(join(folder, "a/b"))).file).toBe(join(folder, "a/b/dejima.yaml"));
});

test("loadConfig() takes the home from the option, then from DEJIMA_HOME, then beside the config", async () => {
  const variables = { DEJIMA_HOME: "from-variable" };
  expect((await load(folder, { home: "from-option", variables })).home).toBe(join(folder, "from-option"));
  expect((await load(folder, { variables })).home).toBe(join(folder, "from-variable"));
  expect((await load(folder, { variables: { DEJIMA_HOME: "/srv/home" } })).home).toBe("/srv/home");
  expect((await load(folder, { variables: { DEJIMA_HOME: "" } })).home).toBe(join(folder, ".dejima"));
});

test("loadConfig() reads the file that is named, wherever it is, and says when it cannot", async () => {
  await writeFile(join(folder, "other.yaml"), "tools: {maxConcurrent: 9}");
  const named = await load(join(folder, "a"), { configFile: "../other.yaml" });
  expect([named.config.tools.maxConcurrent, named.base]).toEqual([9, folder]);
  await expect(load(folder, { configFile: "missing.yaml" })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringMatching(
      /^Cannot read the config ".*missing\.yaml": the file or folder does not exist/,
    ),
  });
  await expect(load(folder, { configFile: "a" })).rejects.toThrow(
    /Cannot read the config ".*": it is a folder/,
  );
});

test("loadConfig() does not pass over a config that it cannot read", async () => {
  const blocked = join(folder, "blocked");
  await mkdir(join(blocked, "dejima.yaml"), { recursive: true });
  await expect(load(blocked)).rejects.toThrow(/Cannot read the config/);
  const dangling = join(folder, "dangling");
  await mkdir(dangling);
  await symlink("loop", join(dangling, "loop"));
  await symlink("loop", join(dangling, "dejima.yaml"));
  await expect(load(dangling)).rejects.toThrow(/Cannot read the config/);
});

test("loadConfig() takes a file with a byte order mark, and refuses one that is no UTF-8", async () => {
  const marked = join(folder, "marked.yaml");
  await writeFile(marked, "\ufefftools: {timeout: 2s}\n");
  expect((await load(folder, { configFile: marked })).config.tools.timeout).toBe(2_000);
  for (const bytes of [
    [0xff, 0xfe, 0x61, 0x00],
    [0x61, 0x3a, 0x20, 0xc3, 0x28],
  ]) {
    await writeFile(marked, Buffer.from(bytes));
    await expect(load(folder, { configFile: marked })).rejects.toThrow(
      /Cannot read the config ".*": it is not UTF-8 text/,
    );
  }
});

test("settingsFrom() checks a config that is data in the same words", () => {
  const place = { base: folder, home: join(folder, ".dejima") };
  expect(settingsFrom({ tools: { timeout: "5s" } }, place).config.tools.timeout).toBe(5_000);
  expect(() => settingsFrom({ tools: { timout: 1 } } as never, place)).toThrow(
    'Cannot use the config "options": tools.timout is not a known key; did you mean "timeout"?',
  );
});

test("loadConfig() refuses a named file that another account owns, or that every account can change or replace", async () => {
  const file = join(folder, "shared", "named.yaml");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, "persona: other\n");
  expect((await load(folder, { configFile: file })).config.persona).toBe("other");
  await chmod(file, 0o646);
  await expect(load(folder, { configFile: file })).rejects.toThrow(
    /every account of this machine can change it.*chmod o-w/,
  );
  await chmod(file, 0o644);
  await chmod(dirname(file), 0o777);
  await expect(load(folder, { configFile: file })).rejects.toThrow(/can replace it/);
  await chmod(dirname(file), 0o1777);
  expect((await load(folder, { configFile: file })).config.persona).toBe("other");
  if (process.getuid?.() !== 0) return;
  await chown(file, 54_321, 54_321);
  await expect(load(folder, { configFile: file })).rejects.toThrow(/belongs to account 54321, not to you/);
});

test("loadConfig() lets an untrusted config only tighten the accepted one in a folder above", async () => {
  const own = join(folder, "own");
  const clone = join(own, "between", "clone");
  await mkdir(join(clone, "src"), { recursive: true });
  const strict = `permissions: { safe: ["write_file(./out/**)"], deny: [shell, "file.read(./private/**)"] }
network: { allow: [example.com] }
approvals: { quorum: { high: 2 } }
mcpServers: { notes: { command: notes } }
`;
  await writeFile(join(own, "dejima.yaml"), strict);
  const variables = { HOME: join(folder, "person") };
  await trustConfig(variables, join(own, "dejima.yaml"), strict);
  const without = await loadConfig({ cwd: clone, variables });
  await writeFile(join(own, "between", "dejima.yaml"), "permissions: { safe: [shell] }\n");
  for (const theirs of [
    "{}\n",
    "permissions: { safe: [shell], confirm: [grep] }\nnetwork: { allow: ['*'] }\npersona: other\n",
  ]) {
    await writeFile(join(clone, "dejima.yaml"), theirs);
    const found = await loadConfig({ cwd: join(clone, "src"), variables });
    expect(found).toMatchObject({
      trusted: false,
      doubt: "new",
      file: join(clone, "dejima.yaml"),
      rulesFile: join(own, "dejima.yaml"),
      base: without.base,
      home: without.home,
    });
    expect(found.config).toEqual(without.config);
    expect(found.rules).toMatchObject({
      base: clone,
      confirm: expect.arrayContaining(["write_file(./out/**)"]),
    });
    expect(found.ignored.map(({ key }) => key)).toEqual(
      theirs === "{}\n" ? [] : ["permissions.safe", "persona"],
    );
  }
});

test("loadConfig() takes no program or file of a stranger's folder for one that the user's own config names", async () => {
  const own = join(folder, "own-paths/dejima");
  const clone = join(folder, "clone-of-others");
  await mkdir(own, { recursive: true, mode: 0o700 });
  await mkdir(clone);
  const text = `
mcpServers:
  a: { command: ./a.sh, trusted: true, env: { WORDS: ./w.txt }, oauth: { assertionFile: jwt } }
  b: { command: node, args: [./b.js, --require=../c.js, "."], cwd: work, folders: ["."] }
openapi: { api: { document: api.yaml, headers: { key: k } }, far: { document: "https://a.example/b.yaml" } }
browser: { executable: ./chromium }
models: { default: "local:./m.gguf" }
log: { signingKey: key.pem, witnesses: [{ file: ./w.jsonl }] }
`;
  await writeFile(join(own, "dejima.yaml"), text, { mode: 0o600 });
  const variables = { XDG_CONFIG_HOME: join(folder, "own-paths") };
  for (const theirs of [undefined, "persona: plain\n"]) {
    if (theirs !== undefined) await writeFile(join(clone, "dejima.yaml"), theirs);
    const { config } = await load(clone, { variables });
    expect(config).toMatchObject({
      mcpServers: {
        a: {
          command: `${own}/a.sh`,
          env: { WORDS: `${own}/w.txt` },
          oauth: { assertionFile: `${own}/jwt` },
        },
        b: {
          command: "node",
          args: [`${own}/b.js`, `--require=${dirname(own)}/c.js`, "."],
          cwd: `${own}/work`,
          folders: ["."],
        },
      },
      openapi: { api: { document: `${own}/api.yaml` }, far: { document: "https://a.example/b.yaml" } },
      browser: { executable: `${own}/chromium` },
      models: { default: `local:${own}/m.gguf` },
      log: { signingKey: `${own}/key.pem`, witnesses: [{ file: `${own}/w.jsonl` }] },
    });
  }
});

test("loadConfig() does not wait for a pipe, nor read a device without end", async () => {
  const odd = join(folder, "odd");
  await mkdir(join(odd, ".git"), { recursive: true });
  await mkdir(join(odd, ".dejima"));
  execFileSync("mkfifo", [join(odd, "pipe"), join(odd, ".git/index")]);
  const variables = { XDG_STATE_HOME: folder };
  expect(await load(odd, { variables })).toMatchObject({ base: odd });
  for (const target of ["pipe", "/dev/zero"]) {
    await symlink(target, join(odd, "dejima.yaml"));
    await expect(load(odd, { variables })).rejects.toThrow("it is a pipe or a device");
    await rm(join(odd, "dejima.yaml"));
  }
});
