// A team over one PostgreSQL: four workers against one, with a tool that waits like real ones do, and against four workers of
// DBOS with the same steps, which neither judge nor log nor stream; an answer at one web process until the call begins at a worker; an event at a worker
// until a web process streams it. `--dbos` measures only the comparison with DBOS, `--events` records to five
// web processes, `--parked` workers while 10,000 runs wait for people, `--folders` work folders. `--storm [kills]` instead kills web processes and
// workers at random, restarts PostgreSQL and cuts the network.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defined } from "../src/support/defined.ts";
import { answer, aTeam, say, type TeamNode } from "../test/team/a-team.ts";
import { storm } from "../test/team/storm.ts";
import { type Benchmark, report } from "./benchmark.ts";
import { dbosThroughput } from "./team/dbos.ts";
import { eventsToNodes } from "./team/events.ts";
import { folderCosts } from "./team/folders.ts";
import { parkedRuns } from "./team/parked.ts";

const CONVERSATIONS = 48;
const ANSWERS = 40;
const WORKERS = 4;
const RUNS_EACH = 4;
const STORM_KILLS = 300;
/** On a busy machine fewer processes are killed: a storm ends after this time. */
const STORM_MS = 40 * 60_000;

const run: Benchmark = async ({ args, json }) => {
  const at = args.indexOf("--storm");
  if (at !== -1) return stormed(Number(args[at + 1] ?? STORM_KILLS), json);
  if (args.includes("--dbos")) return besideDbos(json);
  if (args.includes("--folders")) return folders(json);
  if (args.includes("--parked")) return parked(json);
  if (args.includes("--events")) return events(json);
  await besideDbos(json);
  await using team = await aTeam();
  const web = await team.start("web");
  const other = await team.start("web");
  await team.start("worker", { runs: RUNS_EACH });
  await throughput(web, "warm-one");
  const one = await throughput(web, "one");
  for (let more = 1; more < WORKERS; more++) await team.start("worker", { runs: RUNS_EACH });
  await throughput(web, "warm-four");
  const four = await throughput(web, "four");
  report(
    { name: "a run with four workers vs one worker", ours: four, peer: one, unit: "ms", aim: 1 / 3 },
    json,
  );

  const resumed: number[] = [];
  const streamed: number[] = [];
  for (let index = 0; index < ANSWERS; index++) {
    const { resumeMs, eventMs } = await answered(web, other, `ask-${index}`, team.workspace);
    resumed.push(resumeMs);
    streamed.push(...eventMs);
  }
  report(
    {
      name: "answer at one web process to the call at a worker, p95",
      ours: p95(resumed),
      peer: 250,
      unit: "ms",
      aim: 1,
    },
    json,
  );
  report(
    {
      name: "record at a worker to the client of a web process, p95",
      ours: p95(streamed),
      peer: 150,
      unit: "ms",
      aim: 1,
    },
    json,
  );
};

export default run;

/** What a work folder costs on a mount, and as a snapshot: a small one and a large one. */
async function folders(json: boolean): Promise<void> {
  for (const [files, bytes] of [
    [20, 10_000],
    [2_000, 10_000],
  ] as const)
    print(`work folder of ${files} files`, await folderCosts(files, bytes), json);
}

async function parked(json: boolean): Promise<void> {
  await using team = await aTeam();
  const figures = await parkedRuns(team);
  const { before, after } = figures;
  print("10,000 parked runs", figures, json);
  report(
    {
      name: "memory of a worker with 10,000 parked runs vs none",
      ours: after,
      peer: before,
      unit: "MB",
      aim: 1.1,
    },
    json,
  );
}

async function events(json: boolean): Promise<void> {
  await using team = await aTeam();
  const figures = await eventsToNodes(team);
  print("events to five web processes", figures, json);
  report(
    {
      name: "events a second to each of five web processes",
      ours: 1_000,
      peer: figures.perSecond,
      unit: "",
      aim: 1,
    },
    json,
  );
}

/** Our workers, then those of DBOS: never both at once. */
async function besideDbos(json: boolean): Promise<void> {
  const ours = await ourThroughput();
  const peer = await dbosThroughput({ workflows: CONVERSATIONS, workers: WORKERS, runsEach: RUNS_EACH });
  report({ name: "team runs vs DBOS", ours, peer, unit: "ms", aim: 1.5 }, json);
}

async function ourThroughput(): Promise<number> {
  await using team = await aTeam();
  const web = await team.start("web");
  for (let index = 0; index < WORKERS; index++) await team.start("worker", { runs: RUNS_EACH });
  await throughput(web, "warm");
  // Keeps the team running until the measurement ends.
  return await throughput(web, "measured");
}

/** Milliseconds for one run, of many at once that each wait a second in a tool. */
async function throughput(web: TeamNode, name: string): Promise<number> {
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CONVERSATIONS }, (_none, index) => told(web, `wait ${name}-${index}`)),
  );
  return (performance.now() - began) / CONVERSATIONS;
}

async function told(web: TeamNode, message: string): Promise<void> {
  for await (const event of say(web, message))
    if (event.type === "run-end" && event.data.status !== "done") throw new Error(JSON.stringify(event.data));
}

/** One question: when the approved call began after the answer, and how late each event came. */
async function answered(web: TeamNode, other: TeamNode, what: string, workspace: string) {
  let answeredAt = 0;
  const eventMs: number[] = [];
  for await (const event of say(web, `do ${what}`)) {
    eventMs.push(Date.now() - Date.parse(String(event.data.at)));
    if (event.type !== "approval-start") continue;
    answeredAt = Date.now();
    void answer(other, String(event.data.id), "approve");
  }
  const begun = readFileSync(join(workspace, "times.txt"), "utf8")
    .split("\n")
    .find((line) => line.startsWith(`${what} `));
  return { resumeMs: Number(begun?.split(" ")[1]) - answeredAt, eventMs };
}

/** Ends processes at random, restarts PostgreSQL and cuts the network while people talk and approve. Reports the results. */
async function stormed(kills: number, json: boolean): Promise<void> {
  await using team = await aTeam({ proxied: true });
  await Promise.all([
    ...Array.from({ length: 2 }, () => team.start("web")),
    ...Array.from({ length: 3 }, () => team.start("worker", { runs: 4 })),
  ]);
  const result = await storm(team, {
    kills,
    conversations: 200,
    restarts: 5,
    cuts: 10,
    forMs: STORM_MS,
    ...defined({ proxy: team.proxy }),
    onProgress: (text) => console.error(text),
  });
  print("storm", result, json);
}

function print(name: string, figures: object, json: boolean): void {
  console.log(json ? JSON.stringify({ name, ...figures }) : `${name}: ${JSON.stringify(figures)}`);
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
