import { execFile } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveHttp } from "../../src/doors/mcp/serve-http.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { installPeers, peerModules } from "./peers.ts";

const fixture = join(dirname(fileURLToPath(import.meta.url)), "fixtures/conformance-server.ts");
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

/** Scenarios of the official suite against our door with the suite's own tools behind it, by the protocol they are run with. */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  "2025-11-25": [
    "server-initialize",
    "server-session-lifecycle",
    "logging-set-level",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "tools-call-with-progress",
    "tools-call-sampling",
    "tools-call-elicitation",
    "json-schema-2020-12",
    "prompts-list",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "tools-call-with-progress",
    "json-schema-2020-12",
    "prompts-list",
    "dns-rebinding-protection",
    "http-header-validation",
  ],
};

const problems = (said: string) =>
  said
    .split("\n")
    .filter((line) => /FAILURE|Error:/.test(line))
    .join(" | ")
    .slice(0, 600);

function suite(scenario: string, version: string): Promise<{ code: number; said: string }> {
  const args = ["server", "--url", door.url, "--scenario", scenario, "--spec-version", version];
  return new Promise((resolve) => {
    const command = [join(peerModules, ".bin/conformance"), ...args];
    execFile(process.execPath, command, { cwd: workspace, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, said: problems(stdout + stderr) }),
    );
  });
}

for (const [version, scenarios] of Object.entries(SCENARIOS)) {
  test(`the gateway passes ${scenarios.length} scenarios of the conformance suite for ${version}`, async () => {
    const failed: string[] = [];
    const queue = [...scenarios];
    const worker = async () => {
      for (let scenario = queue.shift(); scenario !== undefined; scenario = queue.shift()) {
        const { code, said } = await suite(scenario, version);
        if (code !== 0) failed.push(`${scenario}: ${said}`);
      }
    };
    await Promise.all([worker(), worker()]);
    expect(failed).toEqual([]);
  }, 120_000);
}
