import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { findPython } from "../../src/sources/mcp/package/find-python.ts";
import { worked } from "./fixtures/a-package-home.ts";
import { type AnIndex, aPythonIndex, aPythonServer } from "./fixtures/a-python-index.ts";

const hasPython = (() => {
  try {
    return findPython(process.env) !== undefined;
  } catch {
    return false;
  }
})();
if (!hasPython) console.log("mcp: no Python with pip on this machine, servers behind uvx are not tested");

let index: AnIndex;
let workspace = "";
const runtimes: Runtime[] = [];

beforeAll(async () => {
  index = await aPythonIndex();
});
afterAll(() => index.close());
beforeEach(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-python-")));
});
afterEach(async () => {
  for (const runtime of runtimes.splice(0)) await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

function aRuntime(mcpServers: object = {}, url = index.url): Runtime {
  const runtime = createRuntime({
    workspace,
    config: { mcpServers, packages: { python: url } } as never, // what a test says of its server
    ask: async () => ({ answer: "approve", by: "the test" }),
    variables: { PATH: process.env.PATH, HOME: workspace },
  });
  runtimes.push(runtime);
  return runtime;
}

const refusal = (argv: readonly string[], url?: string): Promise<string> =>
  aRuntime({}, url)
    .mcp.fetchPackage(argv)
    .then(
      () => expect.unreachable("it was fetched"),
      (error) => error.message,
    );

const server = (name: string, body?: string) => ({
  name,
  programs: { [name]: `${name.replaceAll("-", "_")}_module:main` },
  files: { [`${name.replaceAll("-", "_")}_module.py`]: aPythonServer(body) },
});

describe.skipIf(!hasPython)("servers behind uvx", () => {
  test("are fetched once, pinned, and started contained without a network", async () => {
    await index.publish({ name: "helper", files: { "helper_module.py": "word = 'helped'" } });
    const body = [
      "import os, socket, helper_module",
      "try: socket.create_connection(('192.0.2.7', 80), 1); net = 'net'",
      "except OSError: net = 'none'",
      `return [helper_module.word, net, os.path.exists(${JSON.stringify(join(process.cwd(), "package.json"))}), sys.argv[1:]]`,
    ];
    await index.publish({ ...server("plain-server", body.join("\n")), requires: ["helper"] });
    const fetched = await aRuntime().mcp.fetchPackage(["uvx", "Plain_Server", "--flag"]);
    expect(fetched?.argv).toEqual(["uvx", "Plain_Server@1.2.3", "--flag"]);
    expect(fetched).toMatchObject({ versions: { "plain-server": "1.2.3" }, count: 2, scripts: [] });
    expect(fetched?.integrity).toMatch(/^sha256-/);
    const asked = index.requests.length;
    const [command = "", ...args] = fetched?.argv ?? [];
    const entry = { command, args, integrity: fetched?.integrity };
    expect(await worked(aRuntime({ plain: entry }), "plain")).toMatchObject({
      output: "['helped', 'none', False, ['--flag']]",
    });
    expect(index.requests).toHaveLength(asked); // nothing is fetched anew
    const other = aRuntime({ plain: { ...entry, integrity: "sha256-AAAA" } });
    const problems = await other.mcp.discover(["plain"]);
    expect(problems.get("plain")?.message).toMatch(/and the config says sha256-AAAA/);
  });

  test("are named by --from and --with, each pinned as uv spells it", async () => {
    await index.publish({ name: "beside", files: { "beside_module.py": "" } });
    await index.publish({
      ...server("tool-box"),
      programs: { "start-it": "tool_box_module:main", other: "x:y" },
    });
    const argv = ["uv", "tool", "run", "--from", "tool-box>=1", "--with=beside", "start-it", "a"];
    const fetched = await aRuntime().mcp.fetchPackage(argv);
    expect(fetched?.argv).toEqual([
      ...["uv", "tool", "run", "--from", "tool-box==1.2.3", "--with=beside==1.2.3", "start-it", "a"],
    ]);
    const [command, ...args] = fetched?.argv ?? [];
    expect(await worked(aRuntime({ box: { command, args } }), "box")).toMatchObject({ output: "worked" });
    expect(await refusal(["uvx", "tool-box"])).toMatch(
      /it has start-it, other\. `uvx --from tool-box PROGRAM`/,
    );
  });

  test("do not take modules from the folder that they start in", async () => {
    await index.publish(server("careful"));
    await mkdir(join(workspace, "project"));
    await writeFile(join(workspace, "project/json.py"), "raise SystemExit('taken over')");
    const entry = { command: "uvx", args: ["careful"], cwd: join(workspace, "project") };
    expect(await worked(aRuntime({ careful: entry }), "careful")).toMatchObject({ output: "worked" });
  });

  test("are refused and not kept if they fail the checksum, come as source, from elsewhere, or not at all", async () => {
    await index.publish({ ...server("forged"), fault: "wrong-hash" });
    expect(await refusal(["uvx", "forged"])).toMatch(/the download does not match the index/);
    await index.publish({ ...server("sourced"), fault: "source" });
    expect(await refusal(["uvx", "sourced"])).toMatch(/source packages run code while they are built/);
    await index.publish({ ...server("elsewhere"), fault: "elsewhere" });
    expect(await refusal(["uvx", "elsewhere"])).toMatch(/it would reach 192\.0\.2\.7:80/);
    expect(await refusal(["uvx", "missing"])).toMatch(/the index does not have this package/);
    expect(await refusal(["uvx", "plain"], "http://127.0.0.1:9/simple/")).toMatch(
      /the index does not answer/,
    );
    const escaped = "escaped-by-a-wheel.txt";
    const files = { [`UP/UP/UP/${escaped}`]: "x", "climbs_module.py": "" };
    await index.publish({ ...server("climbs"), files });
    await aRuntime()
      .mcp.fetchPackage(["uvx", "climbs"])
      .catch(() => {});
    for (const folder of [workspace, join(workspace, ".."), join(workspace, ".dejima")])
      expect(existsSync(join(folder, escaped))).toBe(false);
    const kept = await readdir(join(workspace, ".dejima/packages/python")).catch(() => []);
    expect(kept.filter((name) => !name.startsWith("climbs"))).toEqual([]);
  });
});

test("a machine without Python is told what to install", () => {
  expect(() => findPython({ PATH: "", HOME: "/nonexistent" }, [])).toThrow(
    /Install one, such as with `apt install/,
  );
});
