// The one gate: format, lint, types, tests, examples, the package. Ends with the line "N passed, N failed".
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureEngines, missingEngines } from "./sandbox-engines.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dejima-gate-"));
/** Said at the very end: what was skipped, what that leaves untested, and what was red by chance. */
const lastLines: string[] = [];
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
for (const line of lastLines) console.log(line);
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
  const all = runTests([]);
  if (all === undefined) return;
  totals.passed += all.numPassedTests;
  totals.skipped += all.numPendingTests;
  noteSkipped(all.testResults);
  const red = all.testResults.filter(({ status }) => status === "failed");
  if (red.length > 0) runAgain(red, all.numFailedTests);
  else if (!all.success) totals.failed++;
}

/**
 * Runs the files with failures once more, alone. What is green then was red by chance: it does not fail the gate, and the last
 * lines name it as the bug it is. What is red twice fails the gate.
 */
function runAgain(red: readonly FileResult[], failed: number): void {
  const again = runTests(red.map(({ name }) => name));
  const redTwice = again === undefined ? failed : again.numFailedTests;
  if (again?.success !== true) {
    totals.failed += Math.max(1, redTwice);
    return;
  }
  totals.passed += failed;
  for (const { name, assertionResults } of red) {
    const titles = assertionResults.filter(({ status }) => status === "failed").map(({ title }) => title);
    lastLines.push(`RED BY CHANCE in ${name.replace(root, "")}: ${titles.join("; ") || "the file itself"}`);
  }
}

/** Runs these test files, or all; `undefined` when no report was left. */
function runTests(files: readonly string[]): Report | undefined {
  const report = join(folder, `vitest-${files.length}.json`);
  const status = run(
    "vitest",
    ["run", ...files, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    {
      DEJIMA_TEST_COMMAND: join(root, ".vitest/command/bin/dejima.js"),
    },
  );
  try {
    // An error outside of any test shows in the status alone.
    return { ...JSON.parse(readFileSync(report, "utf8")), success: status === 0 };
  } catch {
    console.log("FAILED  the tests left no report");
    totals.failed++;
    return undefined;
  }
}

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
}

/** Counts skipped tests by file; the titles say why. */
function noteSkipped(files: readonly FileResult[]): void {
  for (const { name, assertionResults } of files) {
    const left = assertionResults.filter(({ status }) => status === "skipped" || status === "pending");
    if (left.length === 0) continue;
    const why = [...new Set(left.map(({ title }) => title))].slice(0, 3).join("; ");
    lastLines.push(`skipped ${left.length} in ${name.replace(root, "")}: ${why}`);
  }
  const missing = missingEngines();
  if (missing.length > 0)
    lastLines.push(`NOT TESTED HERE: whatever needs ${missing.join(", ")}, which this machine does not have`);
}
