// The one gate: format, lint, types, tests, examples, the package. Ends with the line "N passed, N failed".
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureEngines, missingEngines } from "./sandbox-engines.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dejima-gate-"));
/** Said at the very end: what was skipped, and what that leaves untested. */
const skips: string[] = [];
const totals = { passed: 0, failed: 0, skipped: 0 };

console.log(ensureEngines({ docker: process.env.CI !== undefined }));
step("format and lint", "biome", ["check", "--error-on-warnings", "."]);
step("types", "tsc", []);
step("types of the console", "tsc", ["-p", "console"]);
step("build of the console", "node", ["scripts/build-console.ts"]);
step("the package as the tests run it, with its types", "node", ["scripts/command-for-tests.ts"]);
tests();
for (const example of readdirSync(join(root, "examples"))
  .filter((name) => name.endsWith(".ts"))
  .sort()) {
  step(`example ${example}`, "node", ["--import", "./scripts/from-source.mjs", join("examples", example)]);
}
step("packages: publint, types as others see them, projects that use them", "node", [
  "scripts/check-package.ts",
]);
rmSync(folder, { recursive: true, force: true });
for (const line of skips) console.log(line);
const skipped = totals.skipped === 0 ? "" : `, ${totals.skipped} skipped`;
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exitCode = totals.failed === 0 ? 0 : 1;

function run(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): number {
  // The project's own tools stand first on the path, whatever Node or shell started the gate.
  const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...variables, PATH: path },
  });
  return status ?? 1;
}

function step(name: string, command: string, args: readonly string[]): void {
  const started = performance.now();
  const ok = run(command, args) === 0;
  totals[ok ? "passed" : "failed"]++;
  console.log(`${ok ? "ok" : "FAILED"}  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

function tests(): void {
  const report = join(folder, "vitest.json");
  const status = run(
    "vitest",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    { DEJIMA_TEST_COMMAND: join(root, ".vitest/command/bin/dejima.js") },
  );
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, "utf8"),
    );
    totals.passed += numPassedTests;
    totals.failed += numFailedTests;
    totals.skipped += numPendingTests;
    if (status !== 0 && numFailedTests === 0) totals.failed++;
    noteSkipped(testResults);
  } catch {
    console.log("FAILED  the tests left no report");
    totals.failed++;
  }
}

interface FileResult {
  readonly name: string;
  readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
}

/** Counts skipped tests by file; the titles say why. */
function noteSkipped(files: readonly FileResult[]): void {
  for (const { name, assertionResults } of files) {
    const left = assertionResults.filter(({ status }) => status === "skipped" || status === "pending");
    if (left.length === 0) continue;
    const why = [...new Set(left.map(({ title }) => title))].slice(0, 3).join("; ");
    skips.push(`skipped ${left.length} in ${name.replace(root, "")}: ${why}`);
  }
  const missing = missingEngines();
  if (missing.length > 0)
    skips.push(`NOT TESTED HERE: whatever needs ${missing.join(", ")}, which this machine does not have`);
}
