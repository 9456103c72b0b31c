// Measures which statements of src/ the tests run, in their own processes and in the commands that they start.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "coverage");
const COMMANDS = join(FOLDER, "commands");

/** A place in a file as coverage reports name it. */
interface Place {
  readonly line: number;
  readonly column: number;
}

interface FileCoverage {
  readonly statementMap: Readonly<Record<string, { readonly start: Place }>>;
  readonly s: Record<string, number>;
}

/** Begin, end, and whether it ran. The smallest range around a place tells whether that place ran. */
type Range = readonly [number, number, 0 | 1];

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(COMMANDS, { recursive: true });
const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
const given = process.argv.slice(2);
spawnSync(process.execPath, [vitest, "run", "--coverage", "--coverage.clean=false", ...given], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, DEJIMA_TEST_COMMAND: join(import.meta.dirname, "covered-command.js") },
});

const report = join(FOLDER, "coverage-final.json");
if (!existsSync(report)) throw new Error("The tests left no coverage; their output above says why");
const files: Record<string, FileCoverage> = JSON.parse(readFileSync(report, "utf8"));
const inTests = share(files);
for (const name of readdirSync(COMMANDS)) addCommand(readCommand(join(COMMANDS, name)));
const byFolder = new Map<string, FileCoverage[]>();
for (const [path, file] of Object.entries(files)) {
  const folder = relative(ROOT, path).split("/").slice(0, 2).join("/");
  byFolder.set(folder, [...(byFolder.get(folder) ?? []), file]);
}
for (const [folder, fileCoverage] of [...byFolder].sort())
  console.log(`${percent(fileCoverage).padStart(6)}  ${folder}`);
console.log(`Statements of src/ that ran in the tests' own processes: ${inTests}`);
console.log(`With the commands that they started: ${share(files)}`);

function addCommand(scripts: readonly { readonly url: string; readonly ranges: readonly Range[] }[]): void {
  for (const { url, ranges } of scripts) {
    const path = fileURLToPath(url);
    const file = files[path];
    if (file === undefined) continue;
    const open = Object.entries(file.s).filter(([, count]) => count === 0);
    if (open.length === 0) continue;
    const starts = lineStarts(path);
    for (const [id] of open) {
      const { line = 1, column = 0 } = file.statementMap[id]?.start ?? {};
      if (ran(ranges, (starts[line - 1] ?? 0) + column)) file.s[id] = 1;
    }
  }
}

function ran(ranges: readonly Range[], offset: number): boolean {
  let [smallest, counted] = [Number.POSITIVE_INFINITY, 0];
  for (const [start, end, count] of ranges)
    if (start <= offset && offset < end && end - start < smallest) [smallest, counted] = [end - start, count];
  return counted === 1;
}

/** A command that was killed while it wrote leaves an incomplete file, which is ignored. */
function readCommand(path: string): Parameters<typeof addCommand>[0] {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return [];
  }
}

function lineStarts(path: string): number[] {
  const starts = [0];
  const text = readFileSync(path, "utf8");
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function percent(fileCoverage: readonly FileCoverage[]): string {
  const counts = fileCoverage.flatMap(({ s }) => Object.values(s));
  const share = counts.length === 0 ? 1 : counts.filter((count) => count > 0).length / counts.length;
  return `${(share * 100).toFixed(1)} %`;
}

function share(fileCoverage: Readonly<Record<string, FileCoverage>>): string {
  return percent(Object.values(fileCoverage));
}
