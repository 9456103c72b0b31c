import { readFileSync } from "node:fs";
import pg from "pg";
import { answer, type aTeam, say, type TeamNode } from "../../test/team/a-team.ts";

const PARKED = 10_000;
const MESSAGES = 20;
const ROUNDS = 3;

interface ParkedFigures {
  /** The memory of a fresh worker after some messages, in MB, without parked runs and with them. */
  readonly before: number;
  readonly after: number;
  /** How long a message took, in milliseconds. */
  readonly messageBefore: number;
  readonly messageAfter: number;
  /** From the answer to the first parked run's question to its end. */
  readonly resumedMs: number;
}

/** The memory of a worker while runs wait for people. One run is parked by a message; its rows are then copied, with other ids. */
export async function parkedRuns(team: Awaited<ReturnType<typeof aTeam>>): Promise<ParkedFigures> {
  const web = await team.start("web");
  const [before, messageBefore] = await leastOf(team, web);
  const worker = await team.start("worker");
  const parked = await park(web);
  await worker.end();
  await copyRows(team.address, parked);
  const [after, messageAfter] = await leastOf(team, web);
  await team.start("worker");
  const began = Date.now();
  await answer(web, parked.approval, "approve");
  for await (const _event of parked.events) {
    // The run continues to its end.
  }
  return { before, after, messageBefore, messageAfter, resumedMs: Date.now() - began };
}

/** The least of several workers: garbage that is not collected yet differs from one to the next. */
async function leastOf(team: Awaited<ReturnType<typeof aTeam>>, web: TeamNode): Promise<[number, number]> {
  const figures: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) figures.push(await inFreshWorker(team, web));
  return [Math.min(...figures.map(([memory]) => memory)), Math.min(...figures.map(([, took]) => took))];
}

async function inFreshWorker(
  team: Awaited<ReturnType<typeof aTeam>>,
  web: TeamNode,
): Promise<[number, number]> {
  const worker = await team.start("worker");
  const began = performance.now();
  for (let index = 0; index < MESSAGES; index++) await Array.fromAsync(say(web, `hello ${index}`));
  const took = (performance.now() - began) / MESSAGES;
  const pages = Number(readFileSync(`/proc/${worker.process.pid}/statm`, "utf8").split(" ")[1]);
  await worker.end();
  return [(pages * 4_096) / 1e6, took];
}

/** Parks a run: it waits for an answer, and no process has it open. */
async function park(web: TeamNode) {
  const events = say(web, "do parked", "parked-first");
  for (;;) {
    const { value } = await events.next();
    if (value === undefined) throw new Error("The run did not ask");
    if (value.type === "approval-start")
      return { events, approval: String(value.data.id), runId: String(value.data.runId) };
  }
}

const TABLES: Readonly<Record<string, readonly string[]>> = {
  conversations: ["id", "person", "updated_at", "title", "json"],
  turns: ["run_id", "conversation_id", "said", "json"],
  runs: ["id", "person", "started_at", "records", "json"],
  steps: ["run_id", "number", "json"],
  run_logs: ["run_id", "seq", "line"],
  run_leases: ["run_id", "token", "holder", "until"],
  approvals: ["id", "run_id", "status", "revision", "json"],
};
const IDS = new Set(["id", "run_id", "conversation_id", "json", "line"]);

/** Copies the rows of the parked run and the job of its question's end. */
async function copyRows(
  address: string,
  { runId, approval }: { runId: string; approval: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const renamed = (column: string) =>
    IDS.has(column)
      ? `replace(replace(replace(${column}, '${runId}', '${runId}-' || n), '${approval}', '${approval}-' || n), 'parked-first', 'parked-' || n)`
      : column;
  for (const [table, columns] of Object.entries(TABLES)) {
    const key =
      table === "conversations"
        ? "id = 'parked-first'"
        : `${columns.includes("run_id") ? "run_id" : "id"} = '${runId}'`;
    await client.query(
      `INSERT INTO dejima.${table} (tenant, ${columns.join(", ")}) SELECT tenant, ${columns.map(renamed).join(", ")}
        FROM dejima.${table}, generate_series(1, ${PARKED - 1}) AS n WHERE ${key}`,
    );
  }
  await client.query(
    `INSERT INTO dejima_jobs.job (name, data, priority, group_id, start_after, policy, retry_limit, expire_seconds)
      SELECT name, replace(data::text, '${runId}', '${runId}-' || n)::jsonb, priority, group_id, start_after, policy, retry_limit, expire_seconds
      FROM dejima_jobs.job, generate_series(1, ${PARKED - 1}) AS n
      WHERE start_after > now() AND data->>'runId' = '${runId}'`,
  );
  await client.query("ANALYZE");
  await client.end();
}
