// Runs benchmarks: `npm run bench -- NAME [--json]` one of them, without a name all of them.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Benchmark } from "./benchmark.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const HELPERS = new Set(["run.ts", "benchmark.ts", "interleave.ts", "peers.ts"]);
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && !HELPERS.has(name))
  .map((name) => name.slice(0, -3))
  .sort();

const [wanted, ...rest] = process.argv.slice(2);
const json = process.argv.includes("--json");
const chosen = wanted === undefined || wanted.startsWith("-") ? names : [wanted];
const unknown = chosen.find((name) => !names.includes(name));
if (process.argv.includes("--help")) {
  console.log(
    `Usage: npm run bench -- [NAME] [--json]\nWithout a name all benchmarks run: ${names.join(", ")}`,
  );
} else if (unknown !== undefined) {
  console.error(`Cannot run benchmark "${unknown}": there are ${names.join(", ")}`);
  process.exitCode = 2;
} else {
  for (const name of chosen) {
    const { default: run }: { default: Benchmark } = await import(`./${name}.ts`);
    await run({ args: rest.filter((word) => word !== "--json"), json });
  }
}
