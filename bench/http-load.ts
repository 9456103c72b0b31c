// Two hundred chats at once for a minute, the server killed and started again in the middle: every event of every chat is checked.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leastOfThirds } from "../test/http/load/growth.ts";
import { runLoad } from "../test/http/load/run-load.ts";
import { type Benchmark, report } from "./benchmark.ts";

const CHATS = 200;

const run: Benchmark = async ({ args, json }) => {
  const seconds = Number(args[0] ?? 60);
  const workspace = mkdtempSync(join(tmpdir(), "dejima-load-"));
  const steady = await runLoad({ workspace, chats: CHATS, seconds });
  const killed = await runLoad({ workspace, chats: CHATS, seconds: seconds / 2, restart: "SIGKILL" });
  rmSync(workspace, { recursive: true });
  for (const [name, load] of Object.entries({ steady, killed })) {
    const { chats, perSecond, events, errors, lost, resumed, memory } = load;
    if (!json)
      console.log(
        `  ${name}: ${chats} chats (${perSecond.toFixed(1)}/s), ${events} events, ${errors.length} errors, ${lost.length} lost, ${resumed} resumed; MB held/resident ${memory.map(({ held, resident }) => `${megabytes(held)}/${megabytes(resident)}`).join(" ")}`,
      );
    if (errors.length + lost.length > 0)
      throw new Error(`The load had errors or lost events: ${[...errors, ...lost].slice(0, 3).join("; ")}`);
  }
  for (const kind of ["held", "resident"] as const) {
    const { second, last } = leastOfThirds(steady.memory, kind);
    report(
      {
        name: `http-load ${kind} memory of ${CHATS} chats, the last third against the second`,
        ours: last / 1024 ** 2,
        peer: second / 1024 ** 2,
        unit: "MB",
        aim: 1.03,
      },
      json,
    );
  }
};

export default run;

function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}
