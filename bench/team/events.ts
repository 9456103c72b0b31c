import { readFileSync } from "node:fs";
import pg from "pg";
import { type aTeam, say, type TeamNode, until } from "../../test/team/a-team.ts";

const NODES = 5;
const RUNS = 20;
const ROWS = 4;
const EVERY_MS = 50;
const FOR_MS = 15_000;

interface EventFigures {
  /** Records that were written in each second, and that each web process handed to its client. */
  readonly perSecond: number;
  /** From a record to the client of the slowest web process. */
  readonly p95Ms: number;
  /** Processor time of one web process for one record, in milliseconds. */
  readonly cpuMs: number;
  /** The largest part of PostgreSQL's queue for notifications that was in use, from 0 to 1, and that in the end. */
  readonly queue: { readonly most: number; readonly last: number };
}

/** Writes records to the logs of many runs, while a client of each of five web processes listens to all runs. */
export async function eventsToNodes(team: Awaited<ReturnType<typeof aTeam>>): Promise<EventFigures> {
  const webs = await Promise.all(Array.from({ length: NODES }, () => team.start("web")));
  const worker = await team.start("worker", { runs: 2 });
  const example = await aRecord(team, webs[0] as TeamNode);
  await worker.end();
  const shared = team.store.shared as NonNullable<typeof team.store.shared>;
  const leaving = new AbortController();
  const heard = await Promise.all(webs.map((web) => listen(web, leaving.signal)));
  const client = new pg.Client({ connectionString: team.address });
  await client.connect();
  const used = async () =>
    Number((await client.query("SELECT pg_notification_queue_usage() AS used")).rows[0].used);
  const leases = await Promise.all(
    Array.from({ length: RUNS }, async (_none, index) => {
      const lease = await shared.leases.claim(`bench-${index}`, { holder: "the benchmark", forMs: 600_000 });
      if (lease === undefined) throw new Error("The benchmark did not get its run");
      return { lease, seq: 0 };
    }),
  );
  const spentBefore = webs.map(cpuMsOf);
  const began = Date.now();
  let written = 0;
  let most = 0;
  for (let tick = 1; Date.now() - began < FOR_MS; tick++) {
    await Promise.all(
      leases.map(async (run) => {
        const rows = Array.from({ length: ROWS }, () => {
          const seq = run.seq++;
          const at = new Date().toISOString();
          return { seq, line: JSON.stringify({ ...example, runId: run.lease.runId, seq, at }) };
        });
        await shared.logs.append(run.lease, rows);
        written += rows.length;
      }),
    );
    most = Math.max(most, await used());
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + tick * EVERY_MS - Date.now())));
  }
  await until(() => heard.every(({ lags }) => lags.length >= written) || undefined);
  const seconds = (Date.now() - began) / 1000;
  const spent = webs.map((web, index) => cpuMsOf(web) - (spentBefore[index] ?? 0));
  const cpuMs = spent.reduce((sum, ms) => sum + ms, 0) / NODES / written;
  const last = await used();
  leaving.abort();
  await client.end();
  const p95s = heard.map(
    ({ lags }) => lags.toSorted((a, b) => a - b)[Math.floor(lags.length * 0.95)] ?? Number.NaN,
  );
  return { perSecond: written / seconds, cpuMs, p95Ms: Math.max(...p95s), queue: { most, last } };
}

/** The processor time of a process, as Linux counts it: in hundredths of a second. */
function cpuMsOf({ process: { pid } }: TeamNode): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** A record that a real run wrote. */
async function aRecord(team: Awaited<ReturnType<typeof aTeam>>, web: TeamNode): Promise<object> {
  const events = await Array.fromAsync(say(web, "wait example"));
  const runId = String(events.find(({ data }) => data.runId !== undefined)?.data.runId);
  const rows = (await team.store.shared?.logs.read(runId, { from: 0, limit: 100 })) ?? [];
  const line = rows.map((row) => row.line).find((text) => text.includes('"type":"call-end"'));
  if (line === undefined) throw new Error(`Run ${runId} recorded no call`);
  return JSON.parse(line);
}

/** Reads the events of all runs, and measures the delay of each record of the benchmark. */
async function listen(web: TeamNode, signal: AbortSignal): Promise<{ readonly lags: number[] }> {
  const lags: number[] = [];
  const { body } = await fetch(`${web.url}/api/events`, { signal });
  let text = "";
  const opened = Promise.withResolvers<void>();
  void (async () => {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        if (part.includes("event: open")) opened.resolve();
        if (!part.includes('"runId":"bench-')) continue;
        const at = /"at":"([^"]+)"/.exec(part)?.[1];
        if (at !== undefined) lags.push(Date.now() - Date.parse(at));
      }
    }
  })().catch(() => {});
  await opened.promise;
  return { lags };
}
