import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "peers");

/** Where the packages of others stand; installed the first time, once per lock file. */
export const peerModules = join(folder, "node_modules");

/** Installs the servers, the Inspector and the conformance suite that the tests use. */
export function installPeers(): void {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const marker = join(peerModules, ".installed");
  if (existsSync(marker) && readFileSync(marker, "utf8") === lock) return;
  console.log("Installing the MCP servers and clients to test with (once per lock file)…");
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit" });
  if (status !== 0)
    throw new Error("Cannot install the peers of the MCP tests: npm ci failed in test/mcp/peers");
  writeFileSync(marker, lock);
}

/** The config of a server from npm, contained, with only its own code in sight. */
export function npmServer(name: "everything" | "filesystem" | "memory", ...args: string[]) {
  const script = join(peerModules, `@modelcontextprotocol/server-${name}/dist/index.js`);
  return { command: "node", args: [script, ...args], folders: [peerModules] };
}
