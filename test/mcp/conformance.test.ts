import { execFile } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveHttp } from "../../src/doors/mcp/serve-http.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { installPeers, peerModules } from "./peers.ts";

const here = dirname(fileURLToPath(import.meta.url));
const fixture = join(here, "fixtures/conformance-server.ts");
let workspace = "";
let runtime: Runtime;
let door: Awaited<ReturnType<typeof serveHttp>>;

beforeAll(async () => {
  installPeers();
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-conformance-")));
  const server = { command: process.execPath, args: [fixture], trusted: true };
  runtime = createRuntime({
    workspace,
    variables: process.env,
    config: { mcpServers: { conformance: { ...server, risk: "low" } } },
  });
  door = await serveHttp({ runtime, mode: "full", host: "127.0.0.1", port: 0, names: [], onFault: () => {} });
  await (await runtime.mcp()).discover();
}, 120_000);

afterAll(async () => {
  await door.close();
  await runtime.close();
  await rm(workspace, { recursive: true, force: true });
});

const problems = (said: string) =>
  said
    .split("\n")
    .filter((line) => /^\s*(?:✗|Unexpected|Stale|Total)|unexpected|stale/.test(line))
    .join("\n")
    .slice(0, 2_000);

/** Runs a frozen set of requirements against our door, with the suite's own tools behind it. */
function suite(revision: string): Promise<{ code: number; said: string }> {
  const baseline = join(here, `conformance-${revision}.yml`);
  const args = ["server", "--url", door.url, "--requirements", revision, "--expected-failures", baseline];
  return new Promise((resolve) => {
    const command = [join(peerModules, ".bin/conformance"), ...args, "-o", join(workspace, revision)];
    execFile(process.execPath, command, { cwd: workspace, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, said: problems(stdout + stderr) }),
    );
  });
}

for (const revision of ["2025-11-25", "2026-07-28"]) {
  test(`the gateway passes the official requirements of ${revision}, but for those that the baseline names`, async () => {
    const { code, said } = await suite(revision);
    expect(code, said).toBe(0);
  }, 120_000);
}
