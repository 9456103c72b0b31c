import { questionEnd, replayOf } from "../../approval/approval-errors.ts";
import { obtainApproval } from "../../approval/obtain-approval.ts";
import type { Approval, ApprovalRequest, PlanLine } from "../../contract/approval.ts";
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

interface PlanOptions {
  readonly runId: string;
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly mayAsk: boolean;
}

const MAX_LINES = 50;

/**
 * Asks a person about several calls at once. Each approved line lets exactly that call be made once in this run, or as many
 * calls as it counts if it leaves values open. What needs nobody's leave while the run is clean needs none later either. Lines
 * that are denied are shown and change nothing.
 */
export async function submitPlan(
  calls: readonly PlannedCall[],
  { runId, callId, signal, mayAsk }: PlanOptions,
  world: ExecutionWorld,
): Promise<PlanResult> {
  if (calls.length === 0 || calls.length > MAX_LINES)
    throw new DejimaError(
      "invalid_input",
      `Cannot submit a plan of ${calls.length} calls: 1 to ${MAX_LINES} can be asked about`,
    );
  const { queue } = await world.asking.service();
  const judged: JudgedLine[] = [];
  for (const call of calls) judged.push(await judgeLine(call, world));
  const lines = judged.map(({ line }) => line);
  if (world.provenance.sources.length === 0) keepFree(judged, world);
  if (!mayAsk || !lines.some(({ verdict }) => verdict === "ask")) return { lines: lines.map(resultOf) };
  const request = { ...planRequest(lines), runId, callId };
  const { hash } = request;
  const event = { runId, callId, callHash: hash };
  const at = () => world.timeText(world.now());
  let id: string | undefined;
  try {
    const { by, approval } = await obtainApproval(request, {
      signal,
      over: world.asking.over,
      approve: undefined,
      ask: world.ask,
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

function planRequest(lines: readonly PlanLine[]): Omit<ApprovalRequest, "runId" | "callId"> {
  const asked = lines.filter(({ verdict }) => verdict === "ask");
  const hash = sha256(lines.map((line) => line.hash).join("\n"));
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
    replay: asked.map(replayOf).join(" && "),
    offers: [],
  };
}

function highest(risks: readonly Risk[]): Risk {
  return RISKS.findLast((risk) => risks.includes(risk)) ?? "high";
}

function resultOf({ tool, verdict, approved, hash }: PlanLine): PlanResult["lines"][number] {
  return { tool, verdict, approved, hash };
}
