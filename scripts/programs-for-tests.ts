// Bundles the programs that tests start again and again, in .vitest/programs, and makes an empty PostgreSQL beside them.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { aPostgres, hasPostgres } from "../test/store/a-postgres.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = join(root, ".vitest/programs");

const PROGRAMS = [
  "test/agent/two-approvals-process",
  "test/approvals/crashing-caller",
  "test/e2e/writing-run",
  "test/files/endless-writer",
  "test/find/install-and-die",
  "test/log/killed-run",
  "test/mcp/fixtures/host-process",
  "test/programs/plan-process",
  "test/programs/program-process",
  "test/sandbox/killed-starts",
  "test/skills/install-once",
  "test/team/team-node",
  "test/trust/killed-program",
];

rmSync(target, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(PROGRAMS.map((name) => [name, join(root, `${name}.ts`)])),
  platform: "node",
  // Packages with programs or data files are not bundled.
  external: [/^@vscode\/ripgrep/, /^quickjs-wasi/, /^@langchain\//],
  resolve: { alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" } },
  logLevel: "silent",
});
await bundle.write({ dir: target, format: "esm", chunkFileNames: "[name]-[hash].js" });

if (hasPostgres) {
  await using postgres = await aPostgres();
  await postgres.stop();
  execFileSync("cp", ["-a", postgres.data, join(target, "postgres")]);
}
