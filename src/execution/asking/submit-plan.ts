import { questionEnd, replayOf } from "../../approval/approval-errors.ts";
import { obtainApproval } from "../../approval/obtain-approval.ts";
import type { Approval, ApprovalRequest, Ask, PlanLine, Preview } from "../../contract/asking/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import { RISKS, type Risk } from "../../contract/tool.ts";
import { message } from "../../contract/words/messages.ts";
import { defined } from "../../support/defined.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { visibleText } from "../../text/visible-text.ts";
import type { ExecutionWorld } from "../harbour.ts";
import { fixedPart, type JudgedLine, judgeLine, type PlannedCall } from "./plan-line.ts";

/** The result of a plan: for each line, its verdict and whether the call may now be made without a question. */
export interface PlanResult {
  /** The id of the approval. Absent if nothing had to be asked. */
  readonly id?: string;
  readonly lines: readonly Pick<PlanLine, "tool" | "verdict" | "approved" | "hash">[];
}

/** The context in which a plan is asked about. */
export interface PlanOptions {
  readonly runId: string;
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly mayAsk: boolean;
  /** Asks a person. Default: how the run asks. */
  readonly ask?: Ask | undefined;
  /** The program that contains the calls. */
  readonly program?: string;
}

const MAX_PROGRAM_CHARACTERS = 12_000;

/** Maximum number of lines in one plan. */
export const MAX_LINES = 50;

/**
 * Asks a person about several calls at once. Each approved line allows exactly that call once in this run, or as many calls as
 * it states if it leaves values open. Lines that need no approval while the run is clean need none later either. Denied lines
 * are shown and change nothing.
 */
export async function submitPlan(
  calls: readonly PlannedCall[],
  options: PlanOptions,
  world: ExecutionWorld,
): Promise<PlanResult> {
  if (calls.length === 0 || calls.length > MAX_LINES)
    throw new DejimaError(
      "invalid_input",
      `Cannot submit a plan of ${calls.length} calls: 1 to ${MAX_LINES} can be asked about`,
    );
  const judged: JudgedLine[] = [];
  for (const call of calls) judged.push(await judgeLine(call, world));
  return settlePlan(judged, options, world);
}

/** Registers the lines of a plan that need no approval, and asks a person about the others. */
export async function settlePlan(
  judged: readonly JudgedLine[],
  { runId, callId, signal, mayAsk, ask, program }: PlanOptions,
  world: ExecutionWorld,
): Promise<PlanResult> {
  const { queue, describe } = await world.asking.service();
  const lines = judged.map(({ line }) => line);
  if (world.provenance.sources.length === 0) registerAllowed(judged, world);
  if (!mayAsk || !lines.some(({ verdict }) => verdict === "ask")) return { lines: lines.map(resultOf) };
  const preview = program === undefined ? undefined : programPreview(program, describe.redactor);
  const request = { ...planRequest(judged), runId, callId, ...defined({ preview }) };
  const { hash } = request;
  const event = { runId, callId, callHash: hash };
  const at = () => world.timeText(world.now());
  let id: string | undefined;
  try {
    const { by, approval } = await obtainApproval(request, {
      signal,
      over: world.asking.over,
      approve: undefined,
      ask: ask ?? world.ask,
      park: world.asking.park,
      place: world.asking.place,
      queue: async () => queue,
      announce(stored) {
        id = stored;
        world.record({ type: "approval-start", at: at(), ...event, ...defined({ id }) });
        return world.settled();
      },
    });
    world.record({
      type: "approval-end",
      at: at(),
      ...event,
      answer: "approve",
      by,
      ...defined({ id }),
    });
    if (approval !== undefined) registerApproved(judged, approval, world);
    return { ...defined({ id }), lines: (approval?.lines ?? lines).map(resultOf) };
  } catch (error) {
    if (!world.asking.left())
      world.record({ type: "approval-end", at: at(), ...event, ...questionEnd(error), ...defined({ id }) });
    throw error;
  }
}

/** A clean run may plan what it may do unasked, because nothing that it reads later has chosen it. */
function registerAllowed(judged: readonly JudgedLine[], { provenance }: ExecutionWorld): void {
  for (const [at, { line, tool, input }] of judged.entries())
    if (line.verdict === "allow")
      provenance.plan.add({ tool: tool.name, input, times: line.times ?? 1, how: "free", line: at + 1 });
}

/** Registers the approved lines of a plan: each covers its calls. */
export function registerApproved(
  judged: readonly JudgedLine[],
  { id, lines = [] }: Approval,
  world: ExecutionWorld,
): void {
  world.asking.plans.add(id);
  for (const [at, { line, tool, input, isOpen }] of judged.entries()) {
    if (lines[at]?.approved !== true) continue;
    world.provenance.agree({ tool, input: fixedPart(input) });
    // A line without open values is matched by the hash of its call.
    if (isOpen)
      world.provenance.plan.add({
        tool: tool.name,
        input,
        times: line.times ?? 1,
        how: "approved",
        id,
        line: at + 1,
      });
  }
}

function planRequest(judged: readonly JudgedLine[]): Omit<ApprovalRequest, "runId" | "callId"> {
  const lines = judged.map(({ line }) => line);
  const asked = lines.filter(({ verdict }) => verdict === "ask");
  const hash = hashOfPlan(judged);
  const shown = { tool: "plan", input: { calls: lines.map(({ tool, input }) => ({ tool, input })) }, hash };
  return {
    ...shown,
    risk: highest(lines.map(({ risk }) => risk)),
    effects: asked.flatMap(({ effects }) => effects),
    reasons: asked.flatMap(({ reasons }) => reasons),
    words: {
      en: asked.flatMap(({ words }) => words.en),
      zh: asked.flatMap(({ words }) => words.zh),
    },
    title: {
      en: message("askPlan", "en", { count: lines.length }),
      zh: message("askPlan", "zh", { count: lines.length }),
    },
    lines: [...lines],
    replay: judged
      .filter(({ line: { verdict } }) => verdict === "ask")
      .map(({ line, tool }) => replayOf({ ...line, skill: tool.skill }))
      .join(" && "),
    offers: [],
  };
}

/** The hash that identifies a plan: all of its lines as they are shown. */
export function hashOfPlan(judged: readonly JudgedLine[]): string {
  return sha256(judged.map(({ line }) => line.hash).join("\n"));
}

/** The program without secrets. It is redacted before it is cut, because half a secret would not be recognized. */
function programPreview(program: string, redactor: { text(raw: string): string }): Preview {
  const text = visibleText(redactor.text(program)); // hidden characters could turn a part of it around
  return {
    kind: "content",
    text: text.length > MAX_PROGRAM_CHARACTERS ? `${text.slice(0, MAX_PROGRAM_CHARACTERS)}\n…` : text,
  };
}

function highest(risks: readonly Risk[]): Risk {
  return RISKS.findLast((risk) => risks.includes(risk)) ?? "high";
}

function resultOf({ tool, verdict, approved, hash }: PlanLine): PlanResult["lines"][number] {
  return { tool, verdict, approved, hash };
}
