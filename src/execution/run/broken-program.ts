import { join } from "node:path";
import type { Approval } from "../../contract/asking/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import type { EventOf } from "../../contract/event.ts";
import { type Outcome, statusOfCall } from "../../contract/outcome.ts";
import type { Run } from "../../contract/run.ts";
import type { Harbour } from "../harbour.ts";
import { recordsOf } from "../log/read-log.ts";
import { readObservation } from "../observation/run-stores.ts";
import type { OpenRun, RunOptions } from "./run-surface.ts";

/** A call of a tool that composes, begun by a process that is gone, and without an end. */
interface BrokenProgram {
  readonly runId: string;
  readonly callId: string;
  /** Under which the calls within it are recorded. */
  readonly key: string;
  readonly tool: string;
  readonly params: unknown;
  /** The question about the program itself, if there was one. */
  readonly question: { readonly id: string; readonly answered: boolean } | undefined;
  /** Whether the run had limits that its log does not contain: those of its caller, or of a skill that was looked up. */
  readonly limits: "caller" | "skill" | undefined;
}

/**
 * The program that broke off in a run. With `callId`, only the one that this call belongs to. In a run of the agent the agent
 * continues it.
 */
export async function findBrokenProgram(
  runId: string,
  { logs, registry, store }: Pick<Harbour, "logs" | "registry" | "store">,
  callId?: string,
): Promise<BrokenProgram | undefined> {
  if ((await (await store()).conversations.turn(runId)) !== undefined) return undefined;
  const started = new Map<string, EventOf<"call-start">>();
  const ended = new Set<string>();
  const questions = new Map<string, { id: string; answered: boolean }>();
  let limits: BrokenProgram["limits"];
  for await (const record of recordsOf(logs.lines(runId))) {
    if (record.type === "run-start" && record.limited === true) limits = "caller";
    else if (record.type === "call-start") {
      started.set(record.callId, record);
      if (registry.get(record.tool)?.picksSkill === true) limits = "skill";
    } else if (record.type === "call-end") ended.add(keyOf(started.get(record.callId)));
    else if (record.type === "approval-start" && record.id !== undefined)
      questions.set(record.callId, { id: record.id, answered: false });
    else if (record.type === "approval-end" && record.id !== undefined)
      questions.set(record.callId, { id: record.id, answered: true });
  }
  const named = callId === undefined ? undefined : started.get(callId);
  const outer = named?.parent === undefined ? named : started.get(named.parent);
  const wanted = callId === undefined ? [...started.values()] : outer === undefined ? [] : [outer];
  const isOpen = (call: EventOf<"call-start">) =>
    call.parent === undefined && registry.get(call.tool)?.composes === true && !ended.has(keyOf(call));
  const found = wanted.findLast(isOpen);
  if (found === undefined) return undefined;
  const { tool, params, callId: id } = found;
  return { runId, callId: id, key: keyOf(found), tool, params, question: questions.get(id), limits };
}

/** How many unfinished runs are looked at. */
const MAX_RUNS = 50;

/**
 * The user's newest run whose program broke off and can go on here. One that waits for an answer comes last. Not one that a
 * process still works on.
 */
export async function findInterruptedProgram(user: string, harbour: Harbour): Promise<Run | undefined> {
  const { runs } = await harbour.store();
  const { queue } = await harbour.service();
  let waiting: Run | undefined;
  for (const run of await runs.list({ statuses: ["open", "interrupted", "parked"], limit: MAX_RUNS, user })) {
    if ((await harbour.logs.holder(run.id)) !== undefined || !(await harbour.logs.has(run.id))) continue;
    const program = await findBrokenProgram(run.id, harbour);
    if (program === undefined || isOutOfReach(program, false)) continue;
    if ((await queue.list({ runId: run.id, status: "pending" })).length === 0) return run;
    waiting ??= run;
  }
  return waiting;
}

const keyOf = (call: EventOf<"call-start"> | undefined): string => call?.key ?? call?.callId ?? "";

/** Whether a program may not continue here, because nobody knows the limits of its calls. */
export function isOutOfReach({ limits }: Pick<BrokenProgram, "limits">, knowsLimits: boolean): boolean {
  return limits === "skill" || (limits === "caller" && !knowsLimits);
}

/** How the run of a program is opened again. */
export interface Reopening {
  /** Whether `reopen` sets the limits that only the caller of a run knows. */
  readonly knowsLimits: boolean;
  reopen(runId: string, options: Pick<RunOptions, "title" | "mode" | "park">): Promise<OpenRun>;
}

/** The error for a question that nobody has answered. */
export function stillWaits({ id, tool }: Pick<Approval, "id" | "tool">): DejimaError {
  return new DejimaError(
    "approval_required",
    `Cannot run "${tool}": ${id} waits for an answer. To approve it, run: dejima approvals approve ${id}`,
    { id },
  );
}

/** Runs a program that broke off again from its start. The calls that it made give what they gave. */
export async function goOnWithProgram(
  program: BrokenProgram,
  harbour: Harbour,
  { reopen, knowsLimits }: Reopening,
): Promise<Outcome> {
  const { runId, tool, key, question } = program;
  if (isOutOfReach(program, knowsLimits))
    throw new DejimaError(
      "conflict",
      program.limits === "skill"
        ? `Cannot continue the program of run ${runId}: a skill limited the calls of the run, and is not known any more. Run it again from the start; completed calls stay done`
        : `Cannot continue the program of run ${runId} here: only its client knows the limits of its calls. It continues when the client asks for the result`,
      { runId },
    );
  const asked = question === undefined ? undefined : await (await harbour.service()).queue.get(question.id);
  if (asked?.status === "pending") throw stillWaits(asked);
  const input = asked === undefined ? await inputOf(program, harbour) : undefined;
  const { title = `resumed ${runId}`, mode = "unattended" } =
    (await (await harbour.store()).runs.get(runId)) ?? {};
  const run = await reopen(runId, { title, mode, park: "leave" });
  let outcome: Outcome | undefined;
  try {
    outcome =
      asked === undefined || question === undefined
        ? await run.execute({ tool, input, key })
        : await run.resume(asked, { announced: true, answered: question.answered, key });
    return outcome;
  } finally {
    const waits = outcome?.type === "failure" && outcome.error.details.parked === true;
    await run.end(waits ? "parked" : statusOfCall(outcome));
  }
}

/** The program's input. The log keeps no secrets: a program that held one cannot be run again from it. */
async function inputOf({ runId, params }: BrokenProgram, harbour: Harbour): Promise<unknown> {
  const isStored = typeof params === "object" && params !== null && "ref" in params && "sha256" in params;
  const { blobs } = harbour;
  const folder = join(harbour.runsFolder, runId);
  const text = isStored
    ? await readObservation(runId, String(params.ref), { folder, blobs })
    : JSON.stringify(params);
  if (text.includes("[redacted"))
    throw new DejimaError(
      "conflict",
      `Cannot continue the program of run ${runId}: it contains a secret, and the log stores none. Run it again from the start; completed calls stay done`,
      { runId },
    );
  return JSON.parse(text);
}
