// Runs the official conformance suites against the gateway and against our client, and prints how many scenarios pass.
// By hand: node scripts/mcp-conformance.ts
import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime } from "../src/runtime.ts";
import { runClient } from "../test/mcp/fixtures/conformance-client.ts";
import { installPeers, peerModules } from "../test/mcp/peers.ts";
import { serveMcp } from "../test/mcp/serve-mcp.ts";

const fixtures = join(import.meta.dirname, "../test/mcp/fixtures");
const SUITES = {
  "0.1.16": join(peerModules, "conformance-0.1.16/dist/index.js"),
  "0.2.0-alpha.12": join(peerModules, "@modelcontextprotocol/conformance/dist/index.js"),
};

/** What is run: the suite, which side, and which of its scenarios. */
const RUNS = [
  ["0.1.16", "server", ["--suite", "all"]],
  ["0.2.0-alpha.12", "server", ["--requirements", "2025-11-25"]],
  ["0.2.0-alpha.12", "server", ["--requirements", "2026-07-28"]],
  ["0.1.16", "client", ["--suite", "all"]],
  ["0.2.0-alpha.12", "client", ["--requirements", "2025-11-25"]],
  ["0.2.0-alpha.12", "client", ["--requirements", "2026-07-28"]],
] as const;

installPeers();
const workspace = realpathSync(mkdtempSync(join(tmpdir(), "dejima-conformance-")));
const server = {
  command: process.execPath,
  args: [join(fixtures, "conformance-server.ts")],
  trusted: true,
  risk: "low" as const,
  sends: "nothing" as const,
};
const config = { mcpServers: { conformance: server } };
const runtime = createRuntime({ workspace, variables: process.env, config });
const door = await serveMcp({
  runtime,
  mode: "full",
  host: "127.0.0.1",
  port: 0,
  names: [],
  onFault: () => {},
});
await runtime.mcp.discover();
/** Runs our client for a scenario: the suite starts a program, which hands the scenario to this server. */
const clients = createServer(async (request, response) => {
  const scenario = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
  const problems = await runClient(scenario).catch((error: Error) => [error.stack ?? error.message]);
  response.writeHead(problems.length === 0 ? 200 : 500).end(problems.join("\n"));
});
await new Promise<void>((resolve) => clients.listen(0, "127.0.0.1", resolve));
const { port } = clients.address() as AddressInfo; // listens on a port
const client = `${process.execPath} ${join(fixtures, "conformance-relay.js")} http://127.0.0.1:${port}`;

for (const [version, side, scenarios] of RUNS) {
  const target = side === "server" ? ["--url", door.url] : ["--command", client, "--timeout", "180000"];
  const folder = mkdtempSync(join(workspace, "results-"));
  const said = await suite(SUITES[version], [side, ...target, ...scenarios, "-o", folder]);
  const summary = said.slice(said.lastIndexOf("SUMMARY ==="));
  const named = (mark: string) =>
    [...summary.matchAll(new RegExp(`^${mark} (\\S+):`, "gm"))].map(([, name]) => name);
  const [passed, failed] = [named("✓"), named("✗")];
  const rest = failed.length === 0 ? "" : `; not: ${failed.join(", ")}`;
  console.log(
    `${version} ${side} ${scenarios.at(-1)}: ${passed.length} of ${passed.length + failed.length}${rest}`,
  );
}
clients.close();
await door.close();
await runtime.close();
rmSync(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

function suite(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) =>
    execFile(process.execPath, [program, ...args], { cwd: workspace, maxBuffer: 1 << 26 }, (_error, stdout) =>
      resolve(stdout),
    ),
  );
}
