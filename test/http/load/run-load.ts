import { setTimeout as delay } from "node:timers/promises";
import { firstGap } from "../read-sse.ts";
import { chat } from "./chat-client.ts";
import { type LoadServer, type MemoryUse, startServer } from "./start-server.ts";

export interface LoadOptions {
  readonly workspace: string;
  /** How many chats go on at once. */
  readonly chats: number;
  readonly seconds: number;
  /** How the server is ended in the middle, to be started again at once; nothing leaves it alone. */
  readonly restart?: "SIGKILL" | "SIGTERM";
  readonly pauseMs?: number;
}

/** What a load came to. */
export interface LoadReport {
  readonly chats: number;
  readonly perSecond: number;
  readonly events: number;
  readonly errors: readonly string[];
  /** Chats whose events had a gap, or lack a record of the log. */
  readonly lost: readonly string[];
  readonly resumed: number;
  /** Memory of the server over time. */
  readonly memory: readonly MemoryUse[];
}

const SAMPLES = 12;

/** Lets so many clients chat for so long, and checks every event of every chat. */
export async function runLoad({
  workspace,
  chats,
  seconds,
  restart,
  pauseMs = 0,
}: LoadOptions): Promise<LoadReport> {
  let server: LoadServer = await startServer(workspace, { pauseMs });
  const { url, port } = server;
  const report = { chats: 0, events: 0, errors: [] as string[], lost: [] as string[], resumed: 0 };
  const started = performance.now();
  const isOver = () => performance.now() - started > seconds * 1000;
  const client = async () => {
    while (!isOver()) {
      try {
        const result = await chat(url, "what time is it?");
        report.chats++;
        report.events += result.events.length;
        report.resumed += result.resumed;
        const problem = await lossOf(url, result, restart !== undefined);
        if (problem !== undefined) report.lost.push(problem);
      } catch (error) {
        report.errors.push(String(error));
      }
    }
  };
  const clients = Array.from({ length: chats }, client);
  const memory: MemoryUse[] = [];
  const sample = async () => {
    // While the server is away there is nothing to measure.
    const use = await server.memory().catch(() => undefined);
    if (use !== undefined) memory.push(use);
  };
  // One after the other: a server that collects all its memory for each answer would do nothing else on a busy machine.
  const sampleAll = async () => {
    while (!isOver()) {
      await sample();
      await delay((seconds * 1000) / SAMPLES);
    }
  };
  const sampling = sampleAll();
  if (restart !== undefined) {
    await delay((seconds * 1000) / 2);
    await server.end(restart);
    server = await startServer(workspace, { port, pauseMs });
  }
  await Promise.all([...clients, sampling]);
  await sample();
  const perSecond = report.chats / ((performance.now() - started) / 1000);
  await server.end("SIGTERM");
  return { ...report, perSecond, memory };
}

/** Events of one process follow one another without a gap; after a restart every record of the log must have been seen. */
async function lossOf(
  url: string,
  { runId, events, resumed }: Awaited<ReturnType<typeof chat>>,
  restarts: boolean,
): Promise<string | undefined> {
  const ids = events.map(({ id = "" }) => id);
  const gap = resumed === 0 ? firstGap(ids) : undefined;
  if (gap !== undefined) return gap;
  if (new Set(ids).size !== ids.length) return `${runId}: an event came twice`;
  if (!restarts || resumed === 0) return undefined;
  const log = (await (await fetch(`${url}/api/runs/${runId}/events?limit=1000`)).json()) as {
    seq: number;
    type: string;
  }[];
  const seen = new Set(events.map(({ id = "", event }) => `${/:(\d+)\./.exec(id)?.[1]} ${event}`));
  const missing = log.find(({ seq, type }) => !seen.has(`${seq} ${type}`));
  return missing === undefined
    ? undefined
    : `${runId}: the record ${missing.seq} (${missing.type}) was never seen`;
}
