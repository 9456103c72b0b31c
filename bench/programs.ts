// Programs of calls: twenty calls, each with the result of the one before, as one Dejima program (in a process of the sandbox,
// each call judged and recorded), as twenty direct calls through the gate, and as a program of @ai-sdk/code-mode, which neither
// judges nor records. Then the tokens of three tasks, call by call and as one program.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { createRuntime, defineTool, type OpenRun } from "../src/index.ts";
import { type Benchmark, report } from "./benchmark.ts";
import { interleave, median } from "./interleave.ts";
import { peer } from "./peers.ts";
import { measureScenes } from "./programs/scenes.ts";

const CALLS = 20;
const FIRST_CALL_MS = 15;
const ROUNDS = 25;
const READY_MS = 500;

const input = z.object({ at: z.string() });
const CODE = `let at = "0.txt";
  for (let call = 0; call < ${CALLS}; call++) at = (await tools.follow({ at })).next;
  return at;`;

const run: Benchmark = async ({ json }) => {
  const workspace = await mkdtemp(join(tmpdir(), "dejima-bench-"));
  for (let file = 0; file <= CALLS; file++)
    await writeFile(join(workspace, `${file}.txt`), `${file + 1}.txt`);
  const seen: number[] = [];
  const follow = defineTool({
    name: "follow",
    summary: "Read the file that tells which one comes next",
    description: "Reads a file that contains the name of the next one.",
    category: "custom",
    risk: "low",
    input,
    effects: ({ at }) => [{ kind: "file.read", target: at }],
    async run({ at }, { files }) {
      seen.push(performance.now());
      return { next: (await files.read(at, { maxBytes: 100 })).toString() };
    },
  });
  const runtime = createRuntime({ workspace, tools: [follow] });
  const open = await runtime.openRun();
  const codeMode = await otherProgram(workspace);
  const firstCalls: number[] = [];
  // The next process was started when the last program ended: it gets the time to become ready, and takes none from the others.
  const before = () => setTimeout(READY_MS);
  const times = await interleave(
    [
      { name: "direct", before, once: () => direct(open) },
      {
        name: "program",
        before,
        async once() {
          const started = performance.now();
          seen.length = 0;
          await program(open);
          firstCalls.push((seen[0] ?? Number.NaN) - started);
        },
      },
      { name: "code-mode", before, once: codeMode },
    ],
    { rounds: ROUNDS, batch: 1 },
  );
  await open.end("done");
  await runtime.close();
  await rm(workspace, { recursive: true });
  const figure = (name: string) => (times.get(name) ?? Number.NaN) / 1000;
  const line = (name: string, ours: number, other: number, aim: number) =>
    report({ name: `programs ${name}`, ours, peer: other, unit: "ms", aim }, json);
  line(`${CALLS} dependent calls vs direct calls`, figure("program"), figure("direct"), 1.15);
  line(`${CALLS} dependent calls vs @ai-sdk/code-mode`, figure("program"), figure("code-mode"), 1.5);
  line("first call vs the aim", median(firstCalls), FIRST_CALL_MS, 1);
  await measureScenes(json);
};

export default run;

async function direct(open: OpenRun): Promise<void> {
  let at = "0.txt";
  for (let call = 0; call < CALLS; call++) {
    const outcome = await open.execute({ tool: "follow", input: { at } });
    if (outcome.type !== "success") throw new Error(outcome.error.message);
    at = (outcome.output as { next: string }).next; // what the tool above returns
  }
  expectLast(at);
}

async function program(open: OpenRun): Promise<void> {
  const outcome = await open.execute({ tool: "run_program", input: { code: CODE } });
  if (outcome.type !== "success") throw new Error(outcome.error.message);
  expectLast(outcome.output);
}

async function otherProgram(workspace: string): Promise<() => Promise<void>> {
  const { experimental_runCodeMode: runCodeMode } = (await peer("@ai-sdk/code-mode")) as {
    experimental_runCodeMode: (given: object) => Promise<unknown>;
  };
  const { tool } = (await peer("ai")) as { tool: (fields: object) => object };
  const follow = tool({
    description: "Reads a file that contains the name of the next one.",
    inputSchema: input,
    execute: async ({ at }: z.output<typeof input>) => ({
      next: await readFile(join(workspace, at), "utf8"),
    }),
  });
  return async () => expectLast(await runCodeMode({ js: CODE, tools: { follow } }));
}

function expectLast(at: unknown): void {
  if (at !== `${CALLS}.txt`) throw new Error(`A contender came to ${JSON.stringify(at)}`);
}
