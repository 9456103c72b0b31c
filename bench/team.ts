// Runs over one PostgreSQL: four workers against one, with a tool that waits like real ones do; an answer at one web process until the
// call begins at a worker; an event at a worker until a web process streams it. `--kills N` kills workers at random meanwhile.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answer, aTeam, say, type TeamNode } from "../test/team/a-team.ts";
import { type Benchmark, report } from "./benchmark.ts";

const CONVERSATIONS = 48;
const ANSWERS = 40;

const run: Benchmark = async ({ args, json }) => {
  const kills = Number(args[args.indexOf("--kills") + 1] ?? 0) || 0;
  await using team = await aTeam();
  const web = await team.start("web");
  const other = await team.start("web");
  const workers = [await team.start("worker", { runs: 4 })];
  await throughput(web, "warm-one");
  const one = await throughput(web, "one");
  for (let more = 0; more < 3; more++) workers.push(await team.start("worker", { runs: 4 }));
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
  if (kills > 0) await storm(team, web, kills, json);
};

export default run;

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

/** Kills workers at random while conversations with questions go on: nothing is lost, nothing is done twice, every log is whole. */
async function storm(
  team: Awaited<ReturnType<typeof aTeam>>,
  web: TeamNode,
  kills: number,
  json: boolean,
): Promise<void> {
  const random = seeded(20261116);
  let over = false;
  let killed = 0;
  const killing = (async () => {
    while (killed < kills && !over) {
      await new Promise((resolve) => setTimeout(resolve, 300 + random() * 1_500));
      const living = [...team.nodes].filter(({ url }) => url === "working");
      await living[Math.floor(random() * living.length)]?.end("SIGKILL");
      killed++;
      await team.start("worker", { runs: 4 });
    }
  })();
  const done = new Map<string, string>();
  let index = 0;
  const talk = async () => {
    while (killed < kills) {
      const what = `wait-storm-${index++}`;
      for await (const event of say(web, `twice ${what}`)) {
        if (event.type === "approval-start") await answer(web, String(event.data.id), "approve");
        if (event.type === "run-end") done.set(String(event.data.runId), String(event.data.status));
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, talk));
  over = true;
  await killing;
  const lines = team.lines("begun.txt").filter((line) => line.startsWith("wait-storm"));
  const twice = lines.length - new Set(lines).size;
  const lost = index - [...done.values()].filter((status) => status === "done").length;
  const broken = await team.broken([...done.keys()]);
  const result = { kills: killed, conversations: index, lost, twice, broken: broken.length };
  console.log(json ? JSON.stringify({ name: "kills", ...result }) : `kills: ${JSON.stringify(result)}`);
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
