import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { findProgram } from "../../src/sandbox/process/find-program.ts";
import { keyringEntry } from "../../src/sandbox/process/system-keyring.ts";
import { vaultKey } from "../../src/vault/vault-key.ts";
import { untilAnswering } from "../store/a-postgres.ts";
import { ANN, aBinding, aVault } from "./a-vault.ts";

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), "dejima-keyring-"));
  return Object.assign(folder, {
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }) as string & AsyncDisposable;
}

/** Commands that keep one entry in a file and answer as the real ones do; a file `locked` makes them fail. */
const FAKES = {
  "secret-tool": `#!/bin/sh
cd "$(dirname "$0")"
if [ -e locked ]; then echo "secret-tool: Cannot get secret of a locked object" >&2; exit 1; fi
echo "$*" >> asked
case "$1" in
store) cat > entry ;;
lookup) [ -e entry ] || exit 1; cat entry ;;
esac
`,
  security: `#!/bin/sh
cd "$(dirname "$0")"
if [ -e locked ]; then echo "security: User interaction is not allowed." >&2; exit 36; fi
echo "$*" >> asked
case "$1" in
-i) sed 's/.*-w "\\(.*\\)"$/\\1/' > entry ;;
find-generic-password) [ -e entry ] || exit 44; cat entry; echo ;;
esac
`,
};

for (const [program, platform] of [
  ["secret-tool", "linux"],
  ["security", "darwin"],
] as const)
  test(`vaultKey() keeps a new key in the keyring (${program}), and never makes another while it is locked`, async () => {
    const folder = join(await mkdtemp(join(tmpdir(), "dejima-keyring-")), "bin");
    mkdirSync(folder);
    writeFileSync(join(folder, program), FAKES[program]);
    chmodSync(join(folder, program), 0o755);
    const keyring = () =>
      keyringEntry({
        account: "/home/ada/.config/dejima",
        platform,
        environment: { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere", PATH: "/usr/bin:/bin" },
        find: (name) => join(folder, name),
      });
    const file = join(folder, "config/vault.key");
    const key = await vaultKey({ environmentKey: undefined, file, keyring });
    expect(Buffer.from(key).toString("base64")).toBe(readFileSync(join(folder, "entry"), "utf8").trim());
    expect(readFileSync(file, "utf8")).not.toContain(Buffer.from(key).toString("base64"));
    expect(readFileSync(join(folder, "asked"), "utf8")).not.toContain(Buffer.from(key).toString("base64"));
    expect(await vaultKey({ environmentKey: undefined, file, keyring })).toEqual(key);
    writeFileSync(join(folder, "locked"), "");
    await expect(vaultKey({ environmentKey: undefined, file, keyring })).rejects.toThrow(
      /the key is in the keyring of the system.*unlock/is,
    );
    await expect(vaultKey({ environmentKey: undefined, file, keyring: () => undefined })).rejects.toThrow(
      "DEJIMA_VAULT_KEY",
    );
    rmSync(join(folder, "locked"));
    rmSync(join(folder, "entry"));
    await expect(vaultKey({ environmentKey: undefined, file, keyring })).rejects.toThrow("no longer there");
    expect(existsSync(join(folder, "entry"))).toBe(false);
    await rm(join(folder, ".."), { recursive: true });
  });

test("a secret can come from an entry that another program keeps in the keyring, by account or user name", async () => {
  await using folder = await aFolder();
  const program = join(`${folder}`, "secret-tool");
  writeFileSync(
    program,
    `#!/bin/sh
if [ -e "$(dirname "$0")/locked" ]; then echo "secret-tool: Cannot get secret of a locked object" >&2; exit 1; fi
[ "$*" = "lookup service github account ada" ] && printf '%s' "token of ada" && exit 0
[ "$*" = "lookup service pypi username ada/team" ] && printf '%s' "token of a team" && exit 0
exit 1
`,
    { mode: 0o755 },
  );
  const environment = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere" };
  const keyring = async (service: string, account: string) =>
    keyringEntry({ service, account, environment, platform: "linux", find: () => program })?.read();
  const vault = aVault({ keyring });
  const binding = aBinding({ tools: ["sql:shop"] });
  await vault.set("A", { source: "keyring:github/ada", binding }, ANN);
  await vault.set("B", { source: "keyring:pypi/ada/team", binding }, ANN);
  const read = (name: string) => vault.reveal(name, { user: "sql:shop" });
  expect([await read("A"), await read("B")]).toEqual(["token of ada", "token of a team"]);
  expect(vault.told.values).toContain("token of ada");
  const missing = vault.set("C", { source: "keyring:github/bob", binding }, ANN);
  await expect(missing).rejects.toThrow('no entry "github/bob"');
  for (const source of ["keyring:github", "keyring:/ada", 'keyring:a/b"c', "keyring:a/b c"])
    await expect(vault.set("D", { source, binding }, ANN)).rejects.toMatchObject({ code: "invalid_input" });
  writeFileSync(join(`${folder}`, "locked"), "");
  await expect(read("A")).rejects.toThrow("locked");
  await expect(aVault().set("E", { source: "keyring:github/ada", binding }, ANN)).rejects.toThrow("no entry");
});

test("a keyring that does not answer stops nobody else: other work goes on while it is asked", async () => {
  await using folder = await aFolder();
  const program = join(`${folder}`, "secret-tool");
  // Answers only when a file appears, which this process makes after it has asked.
  writeFileSync(
    program,
    `#!/bin/sh\nwhile [ ! -e "$(dirname "$0")/unlocked" ]; do sleep 0.05; done\nprintf 'a value'\n`,
    { mode: 0o755 },
  );
  const environment = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere", PATH: "/usr/bin:/bin" };
  const entry = keyringEntry({ account: "ada", environment, platform: "linux", find: () => program });
  const read = entry?.read();
  writeFileSync(join(`${folder}`, "unlocked"), "");
  expect(await read).toBe("a value");
  const missing = join(`${folder}`, "missing");
  const none = keyringEntry({ account: "ada", environment, platform: "linux", find: () => missing });
  await expect(none?.read()).rejects.toThrow("Cannot use the keyring of the system");
});

test("vaultKey() keeps to the key file where there is one, and where the keyring does not work", async () => {
  await using folder = await aFolder();
  const file = join(`${folder}`, "vault.key");
  const broken = () => ({
    command: "",
    read: async (): Promise<string | undefined> => {
      throw new Error("no daemon");
    },
    write: async () => expect.unreachable(),
  });
  const key = await vaultKey({ environmentKey: undefined, file, keyring: broken });
  const armed = () => expect.unreachable() as never;
  expect(await vaultKey({ environmentKey: undefined, file, keyring: armed })).toEqual(key);
  const forgetful = () => ({ command: "", read: async () => undefined, write: async () => {} });
  const other = join(`${folder}`, "other.key");
  expect(await vaultKey({ environmentKey: undefined, file: other, keyring: forgetful })).toHaveLength(32);
  expect(readFileSync(other, "utf8")).not.toContain("keyring");
});

/** A bus that starts no services of its own. */
const BUS = `<busconfig><type>session</type><listen>unix:dir=FOLDER</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;
const PROGRAMS = ["dbus-daemon", "gnome-keyring-daemon", "secret-tool"].map((name) => findProgram(name));
const hasKeyring = PROGRAMS.every((path) => path !== undefined);
if (!hasKeyring)
  console.log(
    "vault: no gnome-keyring, dbus-daemon or libsecret-tools here, the real keyring is passed over",
  );

test.runIf(hasKeyring)("vaultKey() keeps a key in a real keyring (gnome-keyring)", async () => {
  const home = await mkdtemp(join(tmpdir(), "dejima-keyring-"));
  const env = { HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: home, PATH: "/usr/bin:/bin" };
  const [bus = "", daemon = ""] = PROGRAMS;
  writeFileSync(join(home, "bus.conf"), BUS.replace("FOLDER", home));
  const dbus = spawn(bus, [`--config-file=${home}/bus.conf`, "--nofork", "--nopidfile", "--print-address"], {
    env,
  });
  const [address] = (await once(createInterface({ input: dbus.stdout }), "line")) as [string];
  const environment = { ...env, DBUS_SESSION_BUS_ADDRESS: address };
  const ring = spawn(daemon, ["--foreground", "--unlock", "--components=secrets"], { env: environment });
  ring.stdin.end("a password");
  try {
    const entry = keyringEntry({ account: "first", environment, platform: "linux" });
    await untilAnswering(async () => entry?.write("x"));
    const keyring = () => keyringEntry({ account: home, environment, platform: "linux" });
    const file = join(home, "config/vault.key");
    const key = await vaultKey({ environmentKey: undefined, file, keyring });
    expect(readFileSync(file, "utf8")).toContain("keyring");
    expect(await vaultKey({ environmentKey: undefined, file, keyring })).toEqual(key);
    const other = keyringEntry({ account: "another", environment, platform: "linux" });
    expect(await other?.read()).toBeUndefined();
  } finally {
    for (const child of [ring, dbus]) {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }
    await rm(home, { recursive: true, force: true });
  }
});
