// The one gate: format, lint, types, tests, examples, the package. Ends with the line "N passed, N failed".
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { ensureEngines, missingEngines } from "./sandbox-engines.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dejima-gate-"));
/** Where the tests' files in memory are mounted. The path is short: that of a socket has room for 107 characters. */
const disk = mkdtempSync(join(tmpdir(), "dj-"));
/** Printed at the very end: skipped tests, what they leave untested, and tests that failed only once. */
const lastLines: string[] = [];
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Test files that wait for other programs or for time to pass: they run beside the others, one after the other, the longest first. */
const WAITING = [
  "test/sandbox/escape/escape.test.ts",
  "test/sandbox/docker.test.ts",
  "test/sandbox/leak.test.ts",
  "test/sandbox/bubblewrap-driver.test.ts",
  "test/programs/hostile.test.ts",
  "test/mcp/packages.test.ts",
  "test/mcp/python-packages.test.ts",
  "test/mcp/images.test.ts",
  "test/mcp/containment.test.ts",
  "test/trust/foreign-home.test.ts",
  "test/team/team.test.ts",
  "test/team/answered-calls.test.ts",
  "test/team/presence.test.ts",
  "test/mcp/clients/screens.test.ts",
  "test/mcp/left-open.test.ts",
  "test/mcp/life.test.ts",
  "test/store/silent-connection.test.ts",
];

/** Tests keep about a gigabyte of files at a time. */
const LEAST_MEMORY = 8 * 1024 ** 3;

console.log(ensureEngines({ docker: process.env.CI !== undefined }));
const inMemory = hasMemoryDisk();
console.log(`files of tests: ${inMemory ? "in memory" : "on the disk, which takes longer"}`);
const built = build();
// Steps other than tests run beside them with lower priority, but not so low that they end after them.
await Promise.all([built.then(tests), stepsBeside()]);
for (const made of [folder, disk]) rmSync(made, { recursive: true, force: true });
for (const line of lastLines) console.log(line);
const skipped = totals.skipped === 0 ? "" : `, ${totals.skipped} skipped`;
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exitCode = totals.failed === 0 ? 0 : 1;

/** Makes what the tests start: the console, the command and some programs. */
async function build(): Promise<void> {
  const programs = step("the programs that tests start", ["node", "scripts/programs-for-tests.ts"]);
  await step("build of the console", ["node", "scripts/build-console.ts"]);
  await step("the package as the tests run it", ["node", "scripts/command-for-tests.ts"]);
  await programs;
}

async function stepsBeside(): Promise<void> {
  await step("format and lint", ["biome", "check", "--error-on-warnings", "."]);
  // One checker: several check the same files, and the tests take the other processors.
  await step("types", ["tsc", "--checkers", "1"]);
  await step("types of the console", ["tsc", "--checkers", "1", "-p", "console"]);
  await built;
  await step("packages: publint, types as others see them, projects that use them", [
    "node",
    "scripts/check-package.ts",
    // Next.js takes 340 MB: not on every laptop.
    ...(process.env.CI === undefined ? [] : ["--frameworks"]),
  ]);
  await step("examples", ["node", "--import", "./scripts/from-source.mjs", "scripts/run-examples.mjs"]);
}

/** Runs a program with the project's own tools first on the path, whatever Node or shell started the gate. */
function start([program = "", ...args]: readonly string[], stdio: "inherit" | "pipe", variables = {}) {
  const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;
  return spawn(program, args, {
    cwd: root,
    stdio: ["ignore", stdio, stdio],
    env: { ...process.env, ...variables, PATH: path },
  });
}

/**
 * Runs a command that has its temporary files in memory: tests commit and sync thousands of times, and on a disk they wait for it
 * half of their time. Only the command and what it starts see the mount, and it goes when they end.
 */
function withMemoryDisk(command: readonly string[]): readonly string[] {
  const mount = `mount -t tmpfs -o mode=1777 dejima-gate "${disk}" && exec "$@"`;
  return ["unshare", "--mount", "--propagation", "private", "sh", "-c", mount, "sh", ...command];
}

/** Whether this machine allows that, which only root can, and has memory enough. */
function hasMemoryDisk(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || totalmem() < LEAST_MEMORY) return false;
  const [program = "", ...args] = withMemoryDisk(["true"]);
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

/** Runs one step at a lower precedence than the tests, and prints in one piece what it said. */
async function step(name: string, command: readonly string[], variables = {}): Promise<void> {
  const started = performance.now();
  const child = start(["nice", "-n", "3", ...command], "pipe", variables);
  const said = Promise.all(
    [child.stdout, child.stderr].map((stream) => (stream === null ? "" : text(stream))),
  );
  const [status] = await once(child, "close");
  const ok = status === 0;
  totals[ok ? "passed" : "failed"]++;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${(await said).join("")}${ok ? "ok" : "FAILED"}  ${name} (${seconds} s)`);
}

async function tests(): Promise<void> {
  const reports = await Promise.all([
    runTests(
      "most",
      WAITING.map((file) => `--exclude=${file}`),
    ),
    runTests("waiting", [...WAITING, "--maxWorkers=1"]),
  ]);
  const all = reports.filter((report) => report !== undefined);
  const sum = (of: (report: Report) => number) => all.reduce((total, report) => total + of(report), 0);
  const files = all.flatMap(({ testResults }) => testResults);
  totals.passed += sum(({ numPassedTests }) => numPassedTests);
  totals.skipped += sum(({ numPendingTests }) => numPendingTests);
  noteSkipped(files);
  const red = files.filter(({ status }) => status === "failed");
  if (red.length > 0)
    await runAgain(
      red,
      sum(({ numFailedTests }) => numFailedTests),
    );
  else if (!all.every(({ success }) => success)) totals.failed++;
}

/**
 * Runs the failed files once more, alone. A file that passes then does not fail the gate, but the last lines report it as flaky,
 * which is a bug. A file that fails twice fails the gate.
 */
async function runAgain(red: readonly FileResult[], failed: number): Promise<void> {
  const again = await runTests(
    "again",
    red.map(({ name }) => name),
  );
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

/** Runs the tests with these arguments; `undefined` when no report was left. */
async function runTests(name: string, args: readonly string[]): Promise<Report | undefined> {
  const report = join(folder, `vitest-${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const command = ["vitest", "run", ...args, ...reporters];
  const child = start(inMemory ? withMemoryDisk(command) : command, "inherit", {
    ...(inMemory ? { TMPDIR: disk } : {}),
    DEJIMA_TEST_COMMAND: join(root, ".vitest/command/bin/dejima.js"),
    DEJIMA_TEST_PROGRAMS: join(root, ".vitest/programs"),
  });
  const [status] = await once(child, "close");
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
