// Installs what the project needs, once per lock file. Plain JavaScript: it must run on the old Node a machine may have.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const marker = `${root}node_modules/.dejima-setup`;
const wanted = createHash("sha256")
  .update(readFileSync(`${root}package-lock.json`))
  .digest("hex");

if (!existsSync(marker) || readFileSync(marker, "utf8") !== wanted) {
  console.error("Installing dependencies (once per lock file; about half a minute)…");
  const install = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", process.stderr, process.stderr],
    shell: process.platform === "win32",
  });
  if (install.status !== 0) {
    console.error(
      "Cannot install dependencies: `npm ci` failed. Its message above says why; run it again once that is mended.",
    );
    process.exit(install.status ?? 1);
  }
  writeFileSync(marker, wanted);
}
