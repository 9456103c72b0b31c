import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runClient } from "./fixtures/conformance-client.ts";
import { installPeers, peerModules } from "./peers.ts";

const relay = join(dirname(fileURLToPath(import.meta.url)), "fixtures/conformance-relay.js");
const host = createServer(async (request, response) => {
  const said = Buffer.concat(await Array.fromAsync(request)).toString();
  const problems = await runClient(JSON.parse(said)).catch((error: Error) => [error.stack ?? error.message]);
  response.writeHead(problems.length === 0 ? 200 : 500).end(problems.join("\n"));
});
beforeAll(async () => {
  installPeers();
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void host.close());

/** Runs a frozen set of requirements, and the extensions, against our client. Gives how many scenarios passed, and which did not. */
async function suite(revision: string) {
  const folder = await mkdtemp(join(tmpdir(), "dejima-conformance-"));
  const command = `${process.execPath} ${relay} http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const program = join(peerModules, "@modelcontextprotocol/conformance/dist/index.js");
  const args = [program, "client", "--command", command, "--requirements", revision, "-o", folder];
  const said = await new Promise<string>((resolve) => {
    const options = { cwd: folder, maxBuffer: 1 << 26 };
    execFile(process.execPath, [...args, "--timeout", "180000"], options, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  const summary = said.slice(said.indexOf("=== SUITE SUMMARY ==="));
  const named = (pattern: RegExp) => [...summary.matchAll(pattern)].map(([, name]) => name ?? "");
  return { passed: named(/^✓ (\S+):/gm).length, failed: named(/^✗ (\S+):/gm) };
}

for (const [revision, scenarios] of [
  ["2025-11-25", 25],
  ["2026-07-28", 39],
] as const) {
  test(`our client passes all ${scenarios} scenarios of ${revision} and its extensions`, async () => {
    expect(await suite(revision)).toEqual({ passed: scenarios, failed: [] });
  }, 240_000);
}
