// Requests per second of /api/tools and of a streamed chat against the bare framework doing nothing; the time until the server
// is ready and the memory it takes, with a thousand skills.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Benchmark, report } from "./benchmark.ts";
import { processorTime } from "./http/processor-time.ts";
import { writeThousandSkills } from "./http/thousand-skills.ts";
import { throughput, type Wanted } from "./http/throughput.ts";
import { median } from "./interleave.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const ROUNDS = 5;
const SECONDS = 2;
const STARTS = 5;
const MOST_MS = 1_000;
const MOST_BYTES = 200 * 1024 ** 2;

const run: Benchmark = async ({ json }) => {
  const workspace = mkdtempSync(join(tmpdir(), "dejima-bench-"));
  const bare = await start(["bench/http/bare-server.ts"]);
  const ours = await start(["test/http/load/load-server.ts", workspace]);
  const chat = JSON.stringify({ message: "what time is it?" });
  const [own, other] = [ours.child.pid, bare.child.pid];
  await compare(
    "http tools",
    { url: `${ours.url}/api/tools`, pid: own },
    { url: `${bare.url}/nothing`, pid: other },
    json,
  );
  await compare(
    "http chat",
    { url: `${ours.url}/api/chat`, method: "POST", body: chat, pid: own },
    { url: `${bare.url}/stream`, method: "POST", body: chat, pid: other },
    json,
  );
  bare.child.kill();
  ours.child.kill("SIGKILL");
  rmSync(workspace, { recursive: true });
  await ready(json);
};

export default run;

interface Measured extends Wanted {
  readonly pid: number | undefined;
}

/**
 * Processor time of the server per request: clients on the same machine would otherwise be what is measured. The ratio is how many
 * times as much as the bare framework ours takes, 2 being half its speed.
 */
async function compare(name: string, ours: Measured, peer: Measured, json: boolean): Promise<void> {
  const [own, other]: [Figures[], Figures[]] = [[], []];
  for (let round = -1; round < ROUNDS; round++) {
    const [a, b] = [await measure(ours), await measure(peer)];
    if (round < 0) continue;
    own.push(a);
    other.push(b);
  }
  const figure = (list: readonly Figures[], key: keyof Figures) =>
    median(list.map((figures) => figures[key]));
  const [a, b] = [figure(own, "milliseconds"), figure(other, "milliseconds")];
  if (!json)
    console.log(
      `  ${name}: ${figure(own, "perSecond").toFixed(0)}/s against ${figure(other, "perSecond").toFixed(0)}/s as the clients see it; ${(b / a).toFixed(2)} of the bare framework by processor time`,
    );
  report({ name: `${name}, against bare Hono`, ours: a, peer: b, unit: "ms/request", aim: 2 }, json);
}

interface Figures {
  readonly perSecond: number;
  readonly milliseconds: number;
}

async function measure({ pid, ...wanted }: Measured): Promise<Figures> {
  const [time, started] = [processorTime(pid), performance.now()];
  const perSecond = await throughput(wanted, { clients: 20, seconds: SECONDS });
  const requests = perSecond * ((performance.now() - started) / 1000);
  return { perSecond, milliseconds: ((processorTime(pid) - time) * 1000) / requests };
}

async function ready(json: boolean): Promise<void> {
  const workspace = mkdtempSync(join(tmpdir(), "dejima-bench-"));
  writeThousandSkills(workspace);
  const times: number[] = [];
  let bytes = 0;
  for (let round = -1; round < STARTS; round++) {
    const started = performance.now();
    const { url, child } = await start(
      [join(root, "bin/dejima.js"), "serve", "--port", "0", "--json"],
      workspace,
    );
    if ((await fetch(`${url}/readyz`)).status !== 200) throw new Error("the server is not ready");
    if (round >= 0) times.push(performance.now() - started);
    // What a person does first: looks at the skills, and chats.
    const skills = (await (await fetch(`${url}/api/skills?limit=1000`)).json()) as unknown[];
    if (skills.length < 1_000) throw new Error(`only ${skills.length} skills were found`);
    const message = JSON.stringify({ message: "what time is it in Tokyo?" });
    await (
      await fetch(`${url}/api/chat`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: message,
      })
    ).text();
    const text = await (await fetch(`${url}/metrics`)).text();
    bytes = Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1]);
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }
  rmSync(workspace, { recursive: true });
  report(
    {
      name: "http ready with 1,000 skills, against 1 s",
      ours: median(times),
      peer: MOST_MS,
      unit: "ms",
      aim: 1,
    },
    json,
  );
  report(
    {
      name: "http resident memory, against 200 MB",
      ours: bytes / 1024 ** 2,
      peer: MOST_BYTES / 1024 ** 2,
      unit: "MB",
      aim: 1,
    },
    json,
  );
}

async function start(args: readonly string[], cwd = root): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [...args], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { ...(JSON.parse(line) as { url: string }), child };
}
