// Installs what the project needs, once per lock file. Plain JavaScript: it must run on the old Node a machine may have.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

install(root, "dependencies (about half a minute)", []);
// Third-party servers and clients that the tests talk to.
if (process.env.npm_lifecycle_event === "pretest") {
  install(`${root}test/mcp/peers/`, "MCP servers and clients to test with", ["--ignore-scripts"]);
  install(`${root}test/store/server/`, "PostgreSQL and S3 servers to test with", ["--ignore-scripts"]);
  install(`${root}test/acp/peers/`, "editors and chat front ends to test with", ["--ignore-scripts"]);
  install(`${root}test/http/client/`, "a generator of API clients to test with", ["--ignore-scripts"]);
  // Other agents are large and exist for few platforms. Without them, their tests are skipped.
  if (process.platform === "linux" && process.arch === "x64")
    install(
      `${root}test/mcp/clients/`,
      "MCP clients to test with (1.4 GB)",
      ["--ignore-scripts", "--no-save"],
      true,
    );
}
if (process.env.npm_lifecycle_event === "prereference") {
  install(`${root}scripts/reference/`, "what makes the API reference", ["--ignore-scripts"]);
}

function install(folder, what, flags, isOptional = false) {
  const lock = readFileSync(`${folder}package-lock.json`, "utf8");
  const marker = `${folder}node_modules/.installed`;
  if (existsSync(marker) && readFileSync(marker, "utf8") === lock) return;
  console.error(`Installing ${what}, once per lock file…`);
  // An interrupted `npm install` passes for a finished one.
  if (isOptional) rmSync(`${folder}node_modules`, { recursive: true, force: true });
  // `npm ci` insists on packages for every platform, which not every registry has.
  const command = isOptional ? "install" : "ci";
  const { status } = spawnSync("npm", [command, "--no-audit", "--no-fund", "--loglevel=error", ...flags], {
    cwd: folder,
    stdio: ["ignore", process.stderr, process.stderr],
    shell: process.platform === "win32",
  });
  if (status !== 0 && isOptional) {
    console.error(`Cannot install ${what}: their tests are passed over.`);
    return;
  }
  if (status !== 0) {
    console.error(
      "Cannot install: `npm ci` failed. Its message above says why; run it again once that is mended.",
    );
    process.exit(status ?? 1);
  }
  writeFileSync(marker, lock);
}
