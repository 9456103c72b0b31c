import { questionEnd, replayOf } from "../../approval/approval-errors.ts";
import { obtainApproval } from "../../approval/obtain-approval.ts";
import type { Approval, ApprovalRequest, Ask, PlanLine, Preview } from "../../contract/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import { message } from "../../contract/messages.ts";
import { RISKS, type Risk } from "../../contract/tool.ts";
import { defined } from "../../support/defined.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import type { ExecutionWorld } from "../harbour.ts";
import { fixedPart, type JudgedLine, judgeLine, type PlannedCall } from "./plan-line.ts";

/** What came of a plan: for each line, how it is judged and whether it may now be made without a question. */
export interface PlanResult {
  /** The approval; absent when nothing had to be asked. */
  readonly id?: string;
  readonly lines: readonly Pick<PlanLine, "tool" | "verdict" | "approved" | "hash">[];
}

/** Where a plan is asked about. */
export interface PlanOptions {
  readonly runId: string;
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly mayAsk: boolean;
  /** Asks a person. Default: as the run asks. */
  readonly ask?: Ask | undefined;
  /** The program that the calls stand in. */
  readonly program?: string;
}

const LONGEST_PROGRAM = 12_000;

/** The most lines of one plan. */
export const MAX_LINES = 50;

/**
 * Asks a person about several calls at once. Each approved line lets exactly that call be made once in this run, or as many
 * calls as it counts if it leaves values open. What needs nobody's leave while the run is clean needs none later either. Lines
 * that are denied are shown and change nothing.
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

/** Keeps the judged lines of a plan that need nobody, and asks a person about the others. */
export async function settlePlan(
  judged: readonly JudgedLine[],
  { runId, callId, signal, mayAsk, ask, program }: PlanOptions,
  world: ExecutionWorld,
): Promise<PlanResult> {
  const { queue, describe } = await world.asking.service();
  const lines = judged.map(({ line }) => line);
  if (world.provenance.sources.length === 0) keepFree(judged, world);
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
    if (approval !== undefined) keepApproved(judged, approval, world);
    return { ...defined({ id }), lines: (approval?.lines ?? lines).map(resultOf) };
  } catch (error) {
    if (!world.asking.left())
      world.record({ type: "approval-end", at: at(), ...event, ...questionEnd(error), ...defined({ id }) });
    throw error;
  }
}

/** What a clean run may do unasked it may also plan: nothing that it reads afterwards has chosen it. */
function keepFree(judged: readonly JudgedLine[], { provenance }: ExecutionWorld): void {
  for (const [at, { line, tool, input }] of judged.entries())
    if (line.verdict === "allow")
      provenance.plan.add({ tool: tool.name, input, times: line.times ?? 1, how: "free", line: at + 1 });
}

function keepApproved(
  judged: readonly JudgedLine[],
  { id, lines = [] }: Approval,
  world: ExecutionWorld,
): void {
  world.asking.plans.add(id);
  for (const [at, { line, tool, input, isOpen }] of judged.entries()) {
    if (lines[at]?.approved !== true) continue;
    world.provenance.agree({ tool, input: fixedPart(input) });
    // A line without open values is found by the hash of its call.
    if (isOpen)
      world.provenance.plan.add({
        ...{ tool: tool.name, input, times: line.times ?? 1, how: "approved", id, line: at + 1 },
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

/** What a plan is bound to: all of its lines as they are shown. */
export function hashOfPlan(judged: readonly JudgedLine[]): string {
  return sha256(judged.map(({ line }) => line.hash).join("\n"));
}

/** The program itself, without secrets: redacted before it is cut, as half a secret is not known as one. */
function programPreview(program: string, redactor: { text(raw: string): string }): Preview {
  const text = redactor.text(program);
  return {
    kind: "content",
    text: text.length > LONGEST_PROGRAM ? `${text.slice(0, LONGEST_PROGRAM)}\n…` : text,
  };
}

function highest(risks: readonly Risk[]): Risk {
  return RISKS.findLast((risk) => risks.includes(risk)) ?? "high";
}

function resultOf({ tool, verdict, approved, hash }: PlanLine): PlanResult["lines"][number] {
  return { tool, verdict, approved, hash };
}
