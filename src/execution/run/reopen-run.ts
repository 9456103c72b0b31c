import { type Artifact, artifactSchema } from "../../contract/data/artifact.ts";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import type { Harbour } from "../harbour.ts";
import { recordsOf } from "../log/read-log.ts";
import type { RunLogs } from "../log/run-logs.ts";
import { openRun } from "./open-run.ts";
import { isRunId } from "./run-id.ts";
import type { OpenRun, RunOptions } from "./run-surface.ts";

/** Reopens a run whose process is gone. It continues in its own log, and its call numbers continue. */
export async function reopenRun(runId: string, options: RunOptions, harbour: Harbour): Promise<OpenRun> {
  if (!isRunId(runId) || !(await harbour.logs.has(runId))) {
    throw new DejimaError(
      "not_found",
      `Cannot find run "${runId.slice(0, 100)}": \`dejima log list\` shows the runs there are`,
      { runId },
    );
  }
  const holder = await harbour.logs.holder(runId);
  if (holder !== undefined) {
    throw new DejimaError("conflict", `Cannot resume run ${runId}: ${holder} still has it open`, {
      runId,
      held: true,
    });
  }
  await harbour.blobs?.bringJournals(runId);
  const known = await (await harbour.store()).runs.get(runId);
  const state = await readRunState(harbour.logs, runId);
  const title = known?.title ?? options.title;
  const user = options.user ?? known?.user;
  return openRun(harbour, { ...options, title, ...defined({ user }) }, { id: runId, ...state });
}

/** The state of an interrupted run, from its log. */
interface RunState {
  /** The number of records. */
  readonly records: number;
  readonly calls: number;
  /** How often each tool was called. */
  readonly callsOf: ReadonlyMap<string, number>;
  /** The hash that was announced with each question, by the question's id. */
  readonly announced: ReadonlyMap<string, string>;
  readonly answered: ReadonlySet<string>;
  /** Sources of untrusted content that has entered the run. */
  readonly sources: readonly string[];
  /** The files that it has made for its user. */
  readonly artifacts: readonly Artifact[];
}

/** Reads the state of a run when its process stopped. */
export async function readRunState(logs: RunLogs, runId: string): Promise<RunState> {
  let calls = 0;
  let records = 0;
  const callsOf = new Map<string, number>();
  const announced = new Map<string, string>();
  const answered = new Set<string>();
  const sources: string[] = [];
  const artifacts: Artifact[] = [];
  for await (const record of recordsOf(logs.lines(runId))) {
    records = record.seq + 1;
    // A plan has a number of its own.
    if (record.type === "call-start" || record.type === "approval-start")
      calls = Math.max(calls, Number(record.callId.split(".").at(-1)));
    if (record.type === "call-start") callsOf.set(record.tool, (callsOf.get(record.tool) ?? 0) + 1);
    if (record.type === "approval-start" && record.id !== undefined)
      announced.set(record.id, record.callHash);
    if (record.type === "approval-end" && record.id !== undefined) answered.add(record.id);
    if (record.type === "artifact-end") artifacts.push(artifactSchema.parse(record));
    if (record.type === "taint-start") sources.push(record.source);
  }
  return { records, calls, callsOf, announced, answered, sources, artifacts };
}
