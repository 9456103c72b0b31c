import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { installPeers, peerModules } from "./peers.ts";
import { serveMcp } from "./serve-mcp.ts";

const here = dirname(fileURLToPath(import.meta.url));
const fixture = join(here, "fixtures/conformance-server.ts");
let workspace = "";
let runtime: Runtime;
let door: Awaited<ReturnType<typeof serveMcp>>;

beforeAll(async () => {
  installPeers();
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-conformance-")));
  const server = { command: process.execPath, args: [fixture], trusted: true };
  runtime = createRuntime({
    workspace,
    variables: process.env,
    config: { mcpServers: { conformance: { ...server, risk: "low", sends: "nothing" } } },
  });
  await installSkill();
  door = await serveMcp({ runtime, mode: "full", host: "127.0.0.1", port: 0, names: [], onFault: () => {} });
  await runtime.mcp.discover();
});

afterAll(async () => {
  await door.close();
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** One with a folder inside, before all others in the list: the suite looks at the first that it finds. */
async function installSkill(): Promise<void> {
  const folder = join(workspace, "a-skill");
  await mkdir(join(folder, "references"), { recursive: true });
  await writeFile(
    join(folder, "SKILL.md"),
    "---\nname: a-skill\ndescription: Has a folder\n---\nLook inside.\n",
  );
  await writeFile(join(folder, "references/guide.md"), "# Guide\n");
  await runtime.skills.install("a-skill", { accept: async () => true });
}

interface Ended {
  readonly code: number;
  readonly failed: readonly string[];
  readonly said: string;
}

function suite(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const command = [join(peerModules, ".bin/conformance"), "server", "--url", door.url, ...args];
    const done = (error: { code?: unknown } | null, stdout: string, stderr: string) => {
      const said = stdout + stderr;
      const failed = [...said.matchAll(/^✗ ([\w-]+):/gm)].map(([, name = ""]) => name);
      resolve({ code: typeof error?.code === "number" ? error.code : 0, failed, said: said.slice(-3_000) });
    };
    execFile(process.execPath, command, { cwd: workspace, maxBuffer: 1 << 26 }, done);
  });
}

for (const [revision, scenarios] of [
  ["2025-11-25", 30],
  ["2026-07-28", 37],
] as const) {
  test(`the official requirements of ${revision} hold through the gateway, all ${scenarios} of them`, async () => {
    const { code, failed, said } = await suite("--requirements", revision, "-o", join(workspace, revision));
    expect(code, said).toBe(0);
    // Run without being required: the Tasks extension, which we do not offer.
    expect(failed.filter((name) => !name.startsWith("tasks-"))).toEqual([]);
  });
}

for (const scenario of ["enumeration", "manifest", "directory"]) {
  test(`the Skills extension passes the scenario ${scenario} of the official suite`, async () => {
    const args = ["--scenario", `sep-2640-skills-${scenario}`, "-o", join(workspace, scenario)];
    const { code, said } = await suite(...args);
    expect(code, said).toBe(0);
  });
}
