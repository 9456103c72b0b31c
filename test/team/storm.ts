import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { seeded } from "../support/seeded.ts";
import type { CutProxy } from "./a-proxy.ts";
import { answer, type aTeam, follow, say, type TeamNode } from "./a-team.ts";

type Team = Awaited<ReturnType<typeof aTeam>>;

interface StormOptions {
  readonly kills: number;
  /** At least so many are begun, and more as long as there are kills to come. */
  readonly conversations: number;
  /** How often PostgreSQL is restarted meanwhile. */
  readonly restarts?: number;
  /** How often everything between the processes and PostgreSQL is lost for some seconds. */
  readonly cuts?: number;
  readonly proxy?: CutProxy;
  readonly seed?: number;
  /** No more kills after this time. */
  readonly forMs?: number;
  readonly onProgress?: (text: string) => void;
}

/** What came of a storm. Lost, twice and broken are to be 0. */
export interface StormResult {
  readonly kills: { readonly web: number; readonly worker: number };
  readonly restarts: number;
  readonly cuts: number;
  readonly conversations: number;
  /** Conversations whose run did not come to its end, or not to a good one. */
  readonly lost: number;
  /** What is known of each of them: its conversation, the state of its run and the last fault that the client met. */
  readonly lostWhy: readonly string[];
  /** Calls that began more than once. */
  readonly twice: number;
  /** Logs that do not verify. */
  readonly broken: number;
  /** Messages and answers that had to be sent again, because a process or the database was away. */
  readonly again: number;
  readonly seconds: number;
}

const AT_ONCE = 5;
/** How many processes may be gone at once. */
const KILLERS = 2;
/** How long a conversation may take in all before it counts as lost. */
const LOST_MS = 240_000;

/**
 * Kills web processes and workers at random, and starts others in their place, while people talk and approve. They go to another web
 * process when theirs is gone, as a browser does.
 */
export async function storm(team: Team, options: StormOptions): Promise<StormResult> {
  const {
    kills,
    conversations,
    restarts = 0,
    cuts = 0,
    proxy,
    seed = 20261116,
    forMs = Number.POSITIVE_INFINITY,
    onProgress = () => {},
  } = options;
  const random = seeded(seed);
  const began = Date.now();
  const killed = { web: 0, worker: 0 };
  const count = () => killed.web + killed.worker;
  let over = false;
  let again = 0;
  const ends = new Map<string, string>();
  const lostWhy: string[] = [];
  const webs = () => [...team.nodes].filter(({ url }) => url.startsWith("http"));
  const roleOf = (node: TeamNode) => (node.url.startsWith("http") ? "web" : "worker");
  /** Any web process, once there is one. */
  const anyWeb = async (): Promise<TeamNode> => {
    for (;;) {
      const living = webs();
      const node = living[Math.floor(Math.random() * living.length)];
      if (node !== undefined) return node;
      await pause(50);
    }
  };
  /** Tries until it works: what is away comes back. */
  const insist = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    for (const until = Date.now() + LOST_MS; ; ) {
      try {
        return await work();
      } catch (error) {
        if (Date.now() > until) throw error;
        again++;
        await pause(200);
      }
    }
  };
  const approve = (id: string) =>
    insist(async () => {
      const { status } = await answer(await anyWeb(), id, "approve");
      // 409: an answer before this one was taken, and nobody could say so any more.
      if (status !== 200 && status !== 409) throw new Error(`answered with ${status}`);
    });

  async function talk(index: number): Promise<void> {
    const conversation = `storm-${index}`;
    const runOf = () =>
      insist(async () => (await team.store.conversations.turns(conversation, { limit: 1 }))[0]?.runId);
    let last: string | undefined;
    let tries = 0;
    let fault = "none";
    for (const until = Date.now() + LOST_MS; Date.now() < until; ) {
      try {
        const node = await anyWeb();
        const known = last ?? (await runOf().then((runId) => runId && `${runId}:0.0`));
        const events =
          known === undefined
            ? say(node, `twice wait-${conversation}-${tries++}`, conversation)
            : follow(node, known);
        for await (const event of events) {
          last = event.id || last;
          if (event.type === "approval-start") await approve(String(event.data.id));
          if (event.type !== "run-end") continue;
          ends.set(String(event.data.runId), String(event.data.status));
          if (event.data.status !== "done") {
            const state = await insist(() => stateOf(team, String(event.data.runId)));
            lostWhy.push(`${conversation}: ${JSON.stringify(state)}, last fault: ${fault}`);
          }
          return;
        }
      } catch (error) {
        again++;
        fault = String(error);
      }
      await pause(200);
    }
    ends.set(conversation, "lost");
    const runId = await runOf();
    const run = runId === undefined ? "no run" : await insist(() => stateOf(team, runId));
    lostWhy.push(`${conversation}: ${JSON.stringify(run)}, last fault: ${fault}`);
  }

  let next = 0;
  const talking = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < conversations || !over) await talk(next++);
    }),
  );
  let restarted = 0;
  let cut = 0;
  let planned = 0;
  const kill = async () => {
    while (planned < kills && Date.now() - began < forMs) {
      const done = ++planned;
      await pause(100 + random() * 500);
      const living = [...team.nodes];
      const victim = living[Math.floor(random() * living.length)];
      if (victim === undefined) {
        planned--;
        continue;
      }
      const role = roleOf(victim);
      await victim.end("SIGKILL");
      killed[role]++;
      if (restarted < Math.floor((done * restarts) / kills)) {
        restarted++;
        await team.postgres.stop("SIGQUIT");
        await pause(300);
        await team.postgres.start();
      }
      if (proxy !== undefined && cut < Math.floor((done * cuts) / kills)) {
        cut++;
        await proxy.drop(500 + random() * 3_000);
      }
      await insist(() => team.start(role, { runs: 4 }));
      if (count() % 10 === 0)
        onProgress(
          `${count()} kills, ${ends.size} conversations, ${Math.round((Date.now() - began) / 1000)} s`,
        );
    }
  };
  await Promise.all(Array.from({ length: KILLERS }, kill));
  over = true;
  await talking;
  const lines = team.lines("begun.txt").filter((line) => line.startsWith("wait-storm"));
  const runs = [...ends.keys()].filter((id) => !id.startsWith("storm-"));
  return {
    kills: killed,
    restarts: restarted,
    cuts: cut,
    conversations: next,
    lost: next - [...ends.values()].filter((status) => status === "done").length,
    lostWhy,
    twice: lines.length - new Set(lines).size,
    broken: (await team.broken(runs)).length,
    again,
    seconds: Math.round((Date.now() - began) / 1000),
  };
}

/** What the database knows of a run that was lost: its row, lease, jobs, questions and the end of its log. */
async function stateOf(team: Team, runId: string): Promise<object> {
  const client = new pg.Client({ connectionString: team.address });
  await client.connect();
  const rows = async (sql: string) => (await client.query(sql, [runId])).rows;
  try {
    return {
      now: new Date(),
      run: await rows("SELECT json FROM dejima.runs WHERE id = $1"),
      lease: await rows("SELECT token, holder, until, stopping FROM dejima.run_leases WHERE run_id = $1"),
      jobs: await rows(
        "SELECT state, retry_count, start_after, started_on, heartbeat_on, output FROM dejima_jobs.job WHERE data->>'runId' = $1",
      ),
      questions: await rows("SELECT id, status FROM dejima.approvals WHERE run_id = $1"),
      log: await rows("SELECT line FROM dejima.run_logs WHERE run_id = $1 ORDER BY seq DESC LIMIT 4"),
    };
  } finally {
    await client.end();
  }
}
