// Writes files through the gate in several runs at once, over and over, until it is killed. Each file says what its content must be.
import { createRuntime } from "../../src/runtime.ts";
import { sha256 } from "../../src/support/lazy-crypto.ts";

process.stdout.write("started\n");
const [workspace = "", home = "", seed = "0", runs = "1"] = process.argv.slice(2);
const runtime = createRuntime({ workspace, home, config: { permissions: { safe: ["write_file(./**)"] } } });
await Promise.all(Array.from({ length: Number(runs) }, (_none, lane) => write(lane)));

async function write(lane: number): Promise<void> {
  const run = await runtime.openRun({ title: `writer ${seed}` });
  for (let round = 0; ; round++) {
    const body = `${seed} ${round} `.repeat(20_000 + ((round * 7_919) % 30_000));
    const outcome = await run.execute({
      tool: "write_file",
      input: { path: `file-${lane}-${round % 3}.txt`, content: `${sha256(body)}\n${body}` },
    });
    if (outcome.type === "failure") throw new Error(outcome.error.message);
    if (round === 0) process.stdout.write(`${run.id}\n`);
  }
}
