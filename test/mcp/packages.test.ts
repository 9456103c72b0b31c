import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Runtime } from "../../src/runtime.ts";
import {
  type APackageHome,
  aPackageHome,
  aServerPackage as server,
  worked,
} from "./fixtures/a-package-home.ts";
import { type ARegistry, anNpmRegistry, aServerScript } from "./fixtures/an-npm-registry.ts";

let registry: ARegistry;
let home: APackageHome;
let workspace = "";
const aRuntime: APackageHome["runtime"] = (...given) => home.runtime(...given);

beforeAll(async () => {
  registry = await anNpmRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  home = await aPackageHome(registry);
  workspace = home.workspace;
});
afterEach(() => home.close());

const refusal = (spec: string, url?: string): Promise<unknown> =>
  aRuntime({}, url)
    .mcp.fetchPackage(["npx", "-y", spec])
    .then(
      () => expect.unreachable("it was fetched"),
      (error) => error.message,
    );

const packagesOf = (folder: string) => readdir(join(folder, ".dejima/packages/npm")).catch(() => []);

/** What a runtime fetches for a command that names a package. */
async function fetchedBy({ mcp }: Runtime, ...request: Parameters<Runtime["mcp"]["fetchPackage"]>) {
  const fetched = await mcp.fetchPackage(...request);
  return fetched?.kind === "package" ? fetched : undefined;
}

test("a server behind npx is fetched once, pinned, and started contained without a network", async () => {
  await registry.publish({
    ...server("plain"),
    manifest: { bin: "server.js", dependencies: { helper: "*" }, peerDependencies: { peer: "*" } },
  });
  await registry.publish({ name: "helper", version: "4.0.0", files: { "index.js": "" } });
  await registry.publish({ name: "peer", version: "1.0.0", files: { "index.js": "" } });
  const fetched = await fetchedBy(aRuntime(), ["npx", "-y", "plain", "--flag"]);
  expect(fetched?.argv).toEqual(["npx", "-y", "plain@1.2.3", "--flag"]);
  expect(fetched).toMatchObject({ versions: { plain: "1.2.3" }, count: 3, scripts: [] });
  const asked = registry.requests.length;
  const [command = "", ...args] = fetched?.argv ?? [];
  const runtime = aRuntime({ plain: { command, args } });
  expect(await worked(runtime, "plain")).toMatchObject({ type: "success", output: "worked" });
  expect(registry.requests).toHaveLength(asked); // nothing is fetched anew
});

test("a server whose config names no version keeps to the one that it got first", async () => {
  await registry.publish(server("moving"));
  const servers = { moving: { command: "npx", args: ["-y", "moving"] } };
  expect((await aRuntime(servers).mcp.discover(["moving"])).size).toBe(0);
  await registry.publish({ ...server("moving", aServerScript('return "changed"')), version: "2.0.0" });
  expect(await worked(aRuntime(servers), "moving")).toMatchObject({ output: "worked" });
});

test("a package that is not what the registry promised is not kept", async () => {
  await registry.publish({ ...server("forged"), fault: "wrong-integrity" });
  expect(await refusal("forged")).toMatch(/forged: the download does not match the registry/);
  expect(await packagesOf(workspace)).toEqual([]);
});

test("a checksum in the config binds the download", async () => {
  await registry.publish(server("bound"));
  const servers = { bound: { command: "npx", args: ["-y", "bound@1.2.3"], integrity: "sha512-AAAA" } };
  const problems = await aRuntime(servers).mcp.discover(["bound"]);
  expect(problems.get("bound")?.message).toMatch(
    /its checksum is sha512-.+, and the config says sha512-AAAA/,
  );
  expect(await packagesOf(workspace)).toEqual([]);
});

test("a package whose program is not in it says so", async () => {
  await registry.publish({ ...server("hollow"), manifest: { bin: "/usr/bin/env" } });
  expect(await refusal("hollow")).toContain(
    'Cannot start the package hollow: it names "/usr/bin/env" as its program and does not contain that file',
  );
});

test("install scripts are named and never run", async () => {
  const script = "require('fs').writeFileSync(__dirname + '/ran', '')";
  await registry.publish({
    ...server("scripted"),
    manifest: {
      bin: "server.js",
      scripts: { postinstall: "node install.js", preinstall: "node install.js" },
    },
    files: { "server.js": aServerScript(), "install.js": script },
  });
  const fetched = await fetchedBy(aRuntime(), ["npx", "-y", "scripted"]);
  expect(fetched?.scripts).toEqual(["scripted"]);
  expect(existsSync(join(fetched?.folder ?? "", "node_modules/scripted/install.js"))).toBe(true);
  expect(existsSync(join(fetched?.folder ?? "", "node_modules/scripted/ran"))).toBe(false);
});

test("install scripts that were accepted run contained, and the server starts from what they made", async () => {
  const outside = join(workspace, "outside.txt");
  const install = `const { writeFileSync } = require("fs");
    writeFileSync(__dirname + "/made.txt", "made");
    try { writeFileSync(${JSON.stringify(outside)}, "x"); } catch {}`;
  const body = `return require("fs").readFileSync(__dirname + "/made.txt", "utf8")`;
  await registry.publish({
    ...server("builder"),
    manifest: { bin: "server.js", scripts: { postinstall: "node install.js" } },
    files: { "server.js": aServerScript(body), "install.js": install },
  });
  const plain = await fetchedBy(aRuntime(), ["npx", "-y", "builder"]);
  const built = await fetchedBy(aRuntime(), ["npx", "-y", "builder"], { installScripts: true });
  expect(built?.folder).not.toBe(plain?.folder); // what was fetched without them stays as it is
  const [command = "", ...args] = built?.argv ?? [];
  const accepted = { builder: { command, args, installScripts: true } };
  expect(await worked(aRuntime(accepted), "builder")).toMatchObject({ output: "made" });
  expect(await worked(aRuntime({ builder: { command, args } }), "builder")).toMatchObject({
    type: "failure",
  });
  expect(existsSync(outside)).toBe(false);
});

test("a link in a tarball that leads out of the package leads nowhere", async () => {
  await registry.publish({
    ...server("linked"),
    links: { out: "/etc", up: "../../../../../../..", "server2.js": "/etc/passwd" },
  });
  const fetched = await fetchedBy(aRuntime(), ["npx", "-y", "linked"]);
  const names = await readdir(join(fetched?.folder ?? "", "node_modules/linked"));
  expect(names.sort()).toEqual(["package.json", "server.js"]);
});

test("a package of a gigabyte, half a download, a tarball elsewhere and a registry that is away are told apart", async () => {
  await registry.publish({ ...server("large"), zeros: 1024 ** 3 });
  expect(await refusal("large")).toMatch(/it is larger than the 768 MB/);
  await registry.publish({ ...server("half"), fault: "half" });
  expect(await refusal("half")).toMatch(/Cannot fetch half: /);
  await registry.publish({ ...server("elsewhere"), fault: "elsewhere" });
  expect(await refusal("elsewhere")).toMatch(
    /it would reach 192\.0\.2\.7:80, and only the registry is in reach/,
  );
  expect(await refusal("missing")).toMatch(/the registry does not have this package/);
  expect(await refusal("large@7")).toMatch(/the registry does not have this version: large@7/);
  expect(await refusal("plain", "http://127.0.0.1:9/")).toMatch(/the registry does not answer/);
  expect(await packagesOf(workspace)).toEqual([]);
  expect((await readdir(join(workspace, ".dejima/packages"))).filter((name) => name !== "npm")).toEqual([]);
});

test("a contained server keeps its data in its own folder, and sees neither the home nor other packages", async () => {
  const body = `
    const { appendFileSync, readFileSync, readdirSync } = require("node:fs");
    appendFileSync(process.env.HOME + "/notes", "x");
    return readFileSync(process.env.HOME + "/notes") + " " + readdirSync("${"WORKSPACE"}/.dejima");
  `.replace("WORKSPACE", workspace);
  await registry.publish(server("keeper", aServerScript(body)));
  const servers = { keeper: { command: "npx", args: ["-y", "keeper"], folders: [workspace] } };
  expect(await worked(aRuntime(servers), "keeper")).toMatchObject({ output: "x mcp-data,packages" });
  expect(await worked(aRuntime(servers), "keeper")).toMatchObject({ output: "xx mcp-data,packages" });
  expect(await readFile(join(workspace, ".dejima/mcp-data/keeper/notes"), "utf8")).toBe("xx");
});
