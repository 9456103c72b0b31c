// Measures one contender in a separate process: `node measure.ts NAME` prints {perStep, cpu, peak}.
import { median } from "../interleave.ts";
import { AGENT_CONTENDERS, STEPS } from "./contenders.ts";

// Enough for the engine to compile the loop before it is measured.
const WARM_UP = 25;
const RUNS = 25;

const [name = ""] = process.argv.slice(2);
const make = AGENT_CONTENDERS[name];
if (make === undefined) throw new Error(`There is no contender "${name}"`);
const { task, close } = await make();
const times: number[] = [];
const work: number[] = [];
for (let run = -WARM_UP; run < RUNS; run++) {
  const started = performance.now();
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  if (run < 0) continue;
  times.push(((performance.now() - started) * 1000) / STEPS);
  work.push((user + system) / STEPS);
}
await close();
console.log(
  JSON.stringify({ perStep: median(times), cpu: median(work), peak: process.resourceUsage().maxRSS / 1024 }),
);
