// Requests per second of /api/tools and of streamed chats, against the bare framework that only sends the same bytes; the time
// until the server is ready and its memory, with a thousand skills.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { LONG_MESSAGE } from "../test/http/load/long-answer.ts";
import { type Benchmark, report } from "./benchmark.ts";
import { processorTime } from "./http/processor-time.ts";
import { type RecordedAnswers, recordAnswer } from "./http/record-answer.ts";
import { writeThousandSkills } from "./http/thousand-skills.ts";
import { throughput, type Wanted } from "./http/throughput.ts";
import { median } from "./interleave.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const command = join(root, "bin/dejima.js");
const ROUNDS = 5;
const SECONDS = 2;
const STARTS = 5;
const MOST_MS = 1_000;
const MOST_BYTES = 200 * 1024 ** 2;

/** A short question with a call of a tool, whose model answers at once, and a long answer that comes token by token. */
const CHATS = {
  short: { title: "chat", body: JSON.stringify({ message: "what time is it?" }), paced: false },
  long: { title: "chat of 400 tokens", body: JSON.stringify({ message: LONG_MESSAGE }), paced: true },
};

const run: Benchmark = async ({ json }) => {
  await compareAnswers(json);
  await ready(json);
};

export default run;

async function compareAnswers(json: boolean): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const workspace = temporaryFolder(opened);
  const ours = await start(["test/http/load/load-server.ts", workspace], { opened });
  const answers = await record(`${ours.url}/api/chat`, workspace);
  const bare = await start(["bench/http/bare-server.ts", answers], { opened });
  await compare(
    "http tools",
    { url: `${ours.url}/api/tools`, pid: ours.pid },
    { url: `${bare.url}/nothing`, pid: bare.pid },
    json,
  );
  for (const [name, { title, body }] of Object.entries(CHATS))
    await compare(
      `http ${title}`,
      { url: `${ours.url}/api/chat`, method: "POST", body, pid: ours.pid },
      { url: `${bare.url}/${name}`, method: "POST", body, pid: bare.pid },
      json,
    );
}

/** What ours answers, in a file for the bare server to send the same. */
async function record(url: string, folder: string): Promise<string> {
  const answers: Record<string, RecordedAnswers[string]> = {};
  for (const [name, { body, paced }] of Object.entries(CHATS))
    answers[name] = { paced, frames: await recordAnswer(url, body) };
  const file = join(folder, "answers.json");
  writeFileSync(file, JSON.stringify(answers));
  return file;
}

interface Measured extends Wanted {
  readonly pid: number | undefined;
}

/**
 * Processor time of the server per request; wall time would include the clients on the same machine. The ratio compares Dejima
 * with the bare framework: 2 is half its speed.
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
  await using opened = new AsyncDisposableStack();
  const cwd = temporaryFolder(opened);
  // What the user trusts is remembered outside of the folder.
  const env = { ...process.env, XDG_STATE_HOME: temporaryFolder(opened) };
  writeThousandSkills(cwd);
  execFileSync(process.execPath, [command, "config", "trust", "--yes"], { cwd, env });
  const times: number[] = [];
  let bytes = 0;
  for (let round = -1; round < STARTS; round++) {
    await using running = new AsyncDisposableStack();
    const started = performance.now();
    const { url } = await start([command, "serve", "--port", "0", "--json"], { opened: running, cwd, env });
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
  }
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

interface StartOptions {
  /** Ends the server when it is disposed of. */
  readonly opened: AsyncDisposableStack;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

async function start(args: readonly string[], { opened, cwd = root, env = process.env }: StartOptions) {
  const child = spawn(process.execPath, [...args], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "exit");
  opened.defer(async () => {
    child.kill();
    await gone;
  });
  const line = once(createInterface({ input: child.stdout }), "line") as Promise<[string]>;
  const [text] = await Promise.race([line, gone.then(() => Promise.reject(new Error("the server ended")))]);
  return { ...(JSON.parse(text) as { url: string }), pid: child.pid };
}

function temporaryFolder(opened: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), "dejima-bench-"));
  opened.defer(() => rmSync(folder, { recursive: true }));
  return folder;
}
