// Two hundred chats at once for a minute, the server killed and started again in the middle: every event of every chat is checked.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
        `  ${name}: ${chats} chats (${perSecond.toFixed(1)}/s), ${events} events, ${errors.length} errors, ${lost.length} lost, ${resumed} resumed; MB ${memory.map((bytes) => Math.round(bytes / 1024 ** 2)).join(" ")}`,
      );
    if (errors.length + lost.length > 0)
      throw new Error(`The load had errors or lost events: ${[...errors, ...lost].slice(0, 3).join("; ")}`);
  }
  const half = steady.memory[Math.floor(steady.memory.length / 2)] ?? 1;
  const last = steady.memory.at(-1) ?? 0;
  report(
    {
      name: `http-load memory of ${CHATS} chats at the end, against half-way`,
      ours: last / 1024 ** 2,
      peer: half / 1024 ** 2,
      unit: "MB",
      aim: 1.1,
    },
    json,
  );
};

export default run;
