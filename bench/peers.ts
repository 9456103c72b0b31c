import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = fileURLToPath(new URL("peers/", import.meta.url));

/** Loads a package that only benchmarks need. Installs all of them on first use. */
export async function peer(name: string): Promise<Record<string, unknown>> {
  installPeers();
  return import(pathToFileURL(createRequire(`${folder}package.json`).resolve(name)).href);
}

/** Installs the peers, once per lock file. */
export function installPeers(): void {
  const lock = readFileSync(`${folder}package-lock.json`, "utf8");
  const marker = `${folder}node_modules/.installed`;
  if (existsSync(marker) && readFileSync(marker, "utf8") === lock) return;
  console.error("Installing the peers to measure against (once)…");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("Cannot install the peers: npm ci failed in bench/peers");
  writeFileSync(marker, lock);
}
