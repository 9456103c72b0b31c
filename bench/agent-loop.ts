// Framework time, processor time per step and peak memory of a run of 20 tool calls with an instant model, against other agents.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { AGENT_CONTENDERS } from "./agent-loop/contenders.ts";
import { type Benchmark, report } from "./benchmark.ts";
import { median } from "./interleave.ts";
import { peer } from "./peers.ts";

const ROUNDS = 3;
const program = fileURLToPath(new URL("agent-loop/measure.ts", import.meta.url));

const run: Benchmark = async ({ json }) => {
  await peer("zod");
  const names = Object.keys(AGENT_CONTENDERS);
  const figures = new Map(
    names.map((name) => [name, { perStep: [] as number[], cpu: [] as number[], peak: [] as number[] }]),
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const { stdout, status, stderr } = spawnSync(process.execPath, [program, name], { encoding: "utf8" });
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
      const { perStep, cpu, peak } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
      figures.get(name)?.perStep.push(perStep);
      figures.get(name)?.cpu.push(cpu);
      figures.get(name)?.peak.push(peak);
    }
  }
  const of = (name: string, kind: "perStep" | "cpu" | "peak") => median(figures.get(name)?.[kind] ?? []);
  const peers = names.filter((name) => !name.startsWith("dejima"));
  if (!json)
    for (const name of names)
      console.log(
        `  ${name.padEnd(32)} ${of(name, "perStep").toFixed(0)} µs/step  ${of(name, "cpu").toFixed(0)} µs CPU  ${of(name, "peak").toFixed(0)} MB`,
      );
  for (const [kind, unit] of [
    ["perStep", "µs"],
    ["cpu", "µs"],
    ["peak", "MB"],
  ] as const) {
    const best = peers.reduce((a, b) => (of(a, kind) <= of(b, kind) ? a : b));
    report(
      { name: `agent-loop ${kind} vs ${best}`, ours: of("dejima", kind), peer: of(best, kind), unit, aim: 1 },
      json,
    );
  }
};

export default run;
