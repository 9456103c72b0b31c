// Writes files through the gate, over and over, until it is killed. Each file says what its content must be.
import { enableCompileCache } from "node:module";

enableCompileCache();
const { createRuntime } = await import("../../src/runtime.ts");
const { sha256 } = await import("../../src/support/lazy-crypto.ts");

process.stdout.write("started\n");
const [workspace = "", home = "", seed = "0"] = process.argv.slice(2);
const runtime = createRuntime({ workspace, home, config: { permissions: { safe: ["write_file(./**)"] } } });
const run = await runtime.openRun({ title: `writer ${seed}` });

for (let round = 0; ; round++) {
  const body = `${seed} ${round} `.repeat(20_000 + ((round * 7_919) % 30_000));
  const outcome = await run.execute({
    tool: "write_file",
    input: { path: `file-${round % 3}.txt`, content: `${sha256(body)}\n${body}` },
  });
  if (outcome.type === "failure") throw new Error(outcome.error.message);
  if (round === 0) process.stdout.write(`${run.id}\n`);
}
