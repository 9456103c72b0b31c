import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { diskBlobs } from "../../src/blobs/open-blobs.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { PackageManager } from "../../src/sources/mcp/package/package-manager.ts";
import { createPackageStore } from "../../src/sources/mcp/package/package-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { Store } from "../../src/store/store.ts";
import { once } from "../../src/support/once.ts";
import { teamPackages } from "../../src/wiring/team/team-packages.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { outputOf } from "../support/a-runtime.ts";

const SERVER = join(import.meta.dirname, "../mcp/fixtures/small-server.sh");
const LONG = { timeout: 30_000 };

describe.runIf(hasPostgres)("files that a team shares", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  let folder: string;
  let address: string;
  let store: Store;
  const faults: unknown[] = [];

  beforeAll(async () => {
    server = await aPostgres();
    folder = await mkdtemp(join(tmpdir(), "dejima-team-files-"));
    await mkdir(join(folder, "workspace"));
    address = await server.newDatabase();
    store = await openPostgresStore({ address });
  });
  afterAll(async () => {
    await store?.close();
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  const blobFolder = () => join(folder, "blobs");
  const homeOf = (name: string) => join(folder, `home-${name}`);
  const versions = async () => {
    if (store.shared === undefined) throw new Error("not a shared store");
    return store.shared.versions;
  };

  /** A machine of the team with a home of its own. */
  async function aMachine(name: string): Promise<Runtime> {
    const echo = { command: "sh", args: [SERVER, "hello"], folders: [dirname(SERVER)] };
    const runtime = createRuntime({
      workspace: join(folder, "workspace"),
      home: homeOf(name),
      variables: { XDG_STATE_HOME: join(folder, `state-${name}`) },
      config: {
        store: address,
        runs: "workers",
        blobs: pathToFileURL(blobFolder()).href,
        mcpServers: { echo },
        permissions: { safe: ["greet"] },
      },
      onFault: (fault) => faults.push(fault),
    });
    onTestFinished(() => runtime.close());
    await runtime.ready();
    return runtime;
  }

  /** Writes a tool file at a machine, and accepts it there. */
  async function accept(machine: Runtime, name: string, said: string): Promise<string> {
    const tools = join(homeOf(name), "tools");
    await mkdir(tools, { recursive: true });
    await writeFile(
      join(tools, "greet.js"),
      `export default { name: "greet", summary: "Say a short greeting", description: "Says a short greeting.", category: "custom", risk: "low",
        input: { type: "object", properties: {} }, run: () => "${said}" };\n`,
    );
    await machine.ownTools.trust(tools, (await machine.ownTools.offer(tools)).content);
    return tools;
  }

  const greeting = async (machine: Runtime) =>
    !machine.tools().some(({ name }) => name === "greet")
      ? "none"
      : outputOf(await machine.execute("greet", {}));

  test("tool files that a person shares at one machine run at the others, are taken back, and nothing else runs", async () => {
    const [one, other] = [await aMachine("one"), await aMachine("other")];
    const tools = await accept(one, "one", "hello");
    await one.ownTools.share(tools, { by: "ada" });
    await expect.poll(() => greeting(other), LONG).toBe("hello");
    await accept(one, "one", "good day");
    await one.ownTools.share(tools, { by: "bob" });
    await expect.poll(() => greeting(other), LONG).toBe("good day");
    // A file that was changed after it was accepted is not shared.
    await writeFile(join(tools, "greet.js"), "process.exit(7)\n");
    await expect(one.ownTools.share(tools, { by: "mallory" })).rejects.toMatchObject({ code: "conflict" });
    await one.teamConfig.rollBack(1, { by: "eve", of: "tools" });
    await expect.poll(() => greeting(other), LONG).toBe("hello");
    await one.ownTools.share(undefined, { by: "eve" });
    await expect.poll(() => greeting(other), LONG).toBe("none");
    const history = await one.teamConfig.history({ limit: 10, of: "tools" });
    expect(history.map(({ by, change }) => `${by}: ${change}`)).toEqual([
      "eve: share no tool files",
      "eve: roll back to version 1",
      "bob: share greet.js",
      "ada: share greet.js",
    ]);
    // An archive that was changed in the blob store runs nowhere.
    const [archive = ""] = await readdir(join(blobFolder(), "tools"));
    for (const name of await readdir(join(blobFolder(), "tools")))
      await writeFile(join(blobFolder(), "tools", name), "not the archive");
    expect(archive).toMatch(/^[0-9a-f]{64}$/);
    await one.teamConfig.rollBack(1, { by: "eve", of: "tools" });
    expect(await greeting(await aMachine("third"))).toBe("none");
    expect(faults.splice(0)).toMatchObject([{ code: "conflict" }]);
    await one.ownTools.share(undefined, { by: "eve" });
  });

  test("what was accepted about an MCP server is versioned, holds at the other machines without a start, and is taken back", async () => {
    const [one, other] = [await aMachine("four"), await aMachine("five")];
    const toolsAt = async (machine: Runtime) => (await machine.mcp.toolsOf("echo")).size;
    expect([...(await one.mcp.discover(["echo"])).values()]).toEqual([]);
    const count = await toolsAt(one);
    expect(count).toBeGreaterThan(0);
    await expect.poll(() => toolsAt(other), LONG).toBe(count);
    await one.mcp.forget("echo", { by: "ada" });
    await expect.poll(() => toolsAt(other), LONG).toBe(0);
    await other.teamConfig.rollBack(1, { by: "eve", of: "pins" });
    await expect.poll(() => toolsAt(one), LONG).toBe(count);
    await expect.poll(() => toolsAt(other), LONG).toBe(count);
    const history = await one.teamConfig.history({ limit: 10, of: "pins" });
    expect(history.map(({ by, change }) => `${by}: ${change}`)).toEqual([
      "eve: roll back to version 1",
      "ada: forget echo",
      "dejima: first description of echo",
    ]);
    // What lies in the blob store is checked: a new machine takes no changed content for what was accepted.
    for (const name of await readdir(join(blobFolder(), "pins")))
      await writeFile(join(blobFolder(), "pins", name), "{}");
    await expect(aMachine("six")).rejects.toMatchObject({ code: "conflict" });
    expect(faults).toEqual([]);
  });

  test("a package that one machine fetched comes to the others from the blob store, checked, and never with a link out of it", async () => {
    let fetched = 0;
    let linksOut = false;
    const manager: PackageManager = {
      ...unused(),
      hosts: async () => [],
      nameOf: (spec) => spec.replace(/@[^@]*$/, ""),
      exact: (spec) => spec,
      async install(_wanted, { folder: target }) {
        fetched++;
        await writeFile(join(target, "program.js"), "1");
        if (linksOut) await symlink("/etc/passwd", join(target, "out"));
        return { versions: {}, integrity: "sha512-right", count: 1, scripts: [], registry: "r" };
      },
    };
    const packagesAt = (name: string) =>
      createPackageStore({
        folder: join(folder, `packages-${name}`),
        managers: { npm: manager, python: manager },
        sandbox: once(async () => ({ close: async () => {} }) as unknown as Sandbox), // never run in
        now: Date.now,
        shared: teamPackages({
          versions,
          recordChange: async () => {},
          blobs: async () => diskBlobs(blobFolder()),
        }),
        onFault: (fault) => faults.push(fault),
      });
    const wanted = (spec: string, integrity = "sha512-right") =>
      ({ kind: "npm", specs: [spec], args: [], integrity, installScripts: false }) as never;
    const first = await packagesAt("a").ensure(wanted("tide@1.0.0"));
    const second = await packagesAt("b").ensure(wanted("tide@1.0.0"));
    expect(fetched).toBe(1);
    expect(await readdir(second.folder)).toEqual(await readdir(first.folder));
    expect(second.integrity).toBe("sha512-right");
    await expect(packagesAt("c").ensure(wanted("tide@1.0.0", "sha512-other"))).rejects.toMatchObject({
      code: "server_unavailable",
    });
    linksOut = true;
    await packagesAt("a").ensure(wanted("leak@1.0.0"));
    await expect(packagesAt("b").ensure(wanted("leak@1.0.0"))).rejects.toThrow();
    for (const name of await readdir(join(blobFolder(), "packages")))
      await writeFile(join(blobFolder(), "packages", name), "other bytes");
    await expect(packagesAt("d").ensure(wanted("tide@1.0.0"))).rejects.toMatchObject({ code: "conflict" });
    expect(fetched).toBe(2);
    const [latest] = await (await versions()).list("packages", { limit: 1 });
    expect(latest?.change).toContain("fetch leak@1.0.0");
  });
});

/** Parts of a package manager that these tests do not use. */
function unused() {
  const never = () => {
    throw new Error("not used");
  };
  return { program: never, tools: () => [], copies: false } as const;
}
