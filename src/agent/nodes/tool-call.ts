import { DejimaError } from "../../contract/error.ts";
import { message } from "../../contract/words/messages.ts";
import type { CallResult, KeyedCall } from "../../execution/run/keyed-call.ts";
import type { ModelCall, ModelMessage } from "../../model/language/language-model.ts";
import { defined } from "../../support/defined.ts";
import { fieldsOf } from "../../text/record.ts";
import type { AgentWorld } from "../agent-world.ts";
import { describeOutcome, outcomeData } from "../describe-outcome.ts";
import { phrase } from "../persona.ts";
import { wrapUntrusted } from "../untrusted.ts";
import type { AgentState, Patch, Receipt } from "../workflow/state.ts";
import { activatePicked, mayPickSkill } from "./activate-picked.ts";
import { type PlannedCall, planCalls } from "./plan-calls.ts";

const MAX_MALFORMED_ROUNDS = 2;

/** Makes the calls of one round: parses them, stops repeated ones, and runs the rest in parallel through the gate. */
export async function toolCall(state: AgentState, world: AgentWorld): Promise<Patch> {
  const plans = await planCalls(state, world);
  const runs = plans.filter((plan) => plan.kind === "run");
  const malformed = plans.filter((plan) => plan.kind === "malformed");
  const results = await world.run.execute(
    [...runs, ...malformed].map(({ keyed }) => keyed),
    { signal: world.signal, ...defined({ onAsk: world.onAsk }) },
  );
  stopIfEnded(results);
  const byKey = new Map(runs.map(({ keyed }, index) => [keyed.key, results[index]]));
  const receipts = runs.map((run, index) => receiptOf(run, results[index]));
  const stopped = plans
    .filter((plan) => plan.kind === "repeated")
    .map(({ call, reason }) => stoppedReceipt(call, reason));
  const malformedRounds = state.malformed + (malformed.length > 0 ? 1 : 0);
  const iteration = state.iteration + 1;
  const left = world.settings.maxIterations - iteration;
  const failures = [...receipts.filter(({ ok }) => !ok), ...stopped];
  reportProgress({ receipts, failures, left }, state, world);
  const picked = mayPickSkill(runs) ? await activatePicked(runs, results, { state, iteration }, world) : {};
  return {
    set: {
      pendingCalls: [],
      iteration,
      malformed: malformedRounds,
      failures,
      mustAnswer: state.mustAnswer || malformedRounds > MAX_MALFORMED_ROUNDS,
      ...picked,
      ...withFound({ ...state, ...picked }, results, runs, world),
      ...withThinking(runs, results),
    },
    receipts,
    messages: [
      ...plans.map((plan) => messageOf(plan, byKey.get(plan.call.id), state)),
      ...(left === 1 ? [note("One round of tool calls is left after this. Prepare to answer.")] : []),
      ...(left === 0
        ? [note("No tool calls are left. Answer now with what you have, and say what is missing.")]
        : []),
    ],
  };
}

/** Stops the run if the user's token has ended: no further request to the model could help them. */
function stopIfEnded(results: readonly CallResult[]): void {
  for (const { outcome } of results) {
    if (outcome.type === "failure" && outcome.error.details?.ended !== undefined)
      throw new DejimaError(outcome.error.code, outcome.error.message, outcome.error.details);
  }
}

function messageOf(
  plan: PlannedCall,
  result: CallResult | undefined,
  { boundary }: AgentState,
): ModelMessage {
  const { call } = plan;
  if (plan.kind !== "run" || result === undefined) {
    const reason = plan.kind === "run" ? "It was not run" : plan.reason;
    return {
      role: "tool",
      callId: call.id,
      tool: call.tool,
      text: reason,
      failed: true,
      data: { message: reason },
    };
  }
  const { outcome } = result;
  const hint = plan.repaired === undefined ? "" : `(Your call was mended: ${plan.repaired}.)\n`;
  return {
    role: "tool",
    callId: call.id,
    tool: plan.keyed.tool,
    text: hint + wrapUntrusted(describeOutcome(outcome), { boundary, tool: plan.keyed.tool }),
    failed: outcome.type === "failure",
    data: outcomeData(outcome),
  };
}

function receiptOf(
  { keyed: { key, tool }, signature }: PlannedCall & { kind: "run" },
  result: CallResult | undefined,
): Receipt {
  if (result === undefined)
    return { key, callId: "", tool, signature, ok: false, code: "internal", effects: [] };
  const { outcome, effects, answer } = result;
  const answered = defined({ answer });
  const base = { key, callId: outcome.callId, tool, signature, effects, ...answered };
  if (outcome.type === "success") return { ...base, ok: true };
  return { ...base, ok: false, code: outcome.error.code, message: outcome.error.message };
}

function stoppedReceipt({ id, tool }: ModelCall, reason: string): Receipt {
  return {
    key: id,
    callId: "",
    tool,
    signature: "",
    ok: false,
    code: "conflict",
    message: reason,
    effects: [],
  };
}

// Read-only calls are only announced. Changes and failures get a phrase of the persona.
function reportProgress(
  { receipts, failures, left }: { receipts: readonly Receipt[]; failures: readonly Receipt[]; left: number },
  { language, iteration }: AgentState,
  { persona, catalogue, emit }: AgentWorld,
): void {
  const acted = receipts.filter(({ ok, tool }) => ok && catalogue.get(tool)?.risk !== "low");
  const notify = (situation: "done" | "failed" | "limit", tools: readonly Receipt[]) => {
    const text = phrase(persona, situation, { language, turn: iteration });
    const names = [...new Set(tools.map(({ tool }) => tool))].join(", ");
    if (text !== "") emit({ type: "notice", situation, text: text.replace("{tool}", () => names) });
  };
  if (failures.length > 0) notify("failed", failures);
  else if (acted.length > 0) notify("done", acted);
  if (left > 0) return;
  notify("limit", []);
  const offer = message("roundLimit", language, { count: String(iteration + 1) });
  emit({ type: "notice", situation: "limit", text: offer });
}

/** The tool that turns the model's thinking on and off. */
const THINKING_TOOL = "enable_thinking";

function withThinking(
  runs: readonly { readonly keyed: KeyedCall }[],
  results: readonly CallResult[],
): Pick<AgentState, "thinking"> | Record<string, never> {
  const at = runs.findLastIndex(({ keyed }) => keyed.tool === THINKING_TOOL);
  const outcome = results[at]?.outcome;
  const output = outcome?.type === "success" ? outcome.output : undefined;
  if (typeof output !== "object" || output === null || !("thinking" in output)) return {};
  return { thinking: output.thinking === true };
}

const OPENS_BROWSER = "browser_open";

function browserTools({ catalogue }: AgentWorld): string[] {
  return catalogue
    .list()
    .filter(({ category }) => category === "browser")
    .map(({ name }) => name);
}

// After a page was opened, browser tools are offered. So are tools that a search has found.
function withFound(
  state: AgentState,
  results: readonly CallResult[],
  runs: readonly { readonly keyed: KeyedCall }[],
  world: AgentWorld,
): Pick<AgentState, "tools"> | Record<string, never> {
  const found: string[] = runs.some(({ keyed }) => keyed.tool === OPENS_BROWSER) ? browserTools(world) : [];
  for (const { outcome } of results) if (outcome.type === "success") found.push(...toolNames(outcome.output));
  if (found.length === 0) return {};
  const offered = new Set(state.tools);
  const withheld = new Set(state.withheld);
  const fresh = new Set(found.filter((name) => !offered.has(name) && !withheld.has(name)));
  return fresh.size === 0 ? {} : { tools: [...state.tools, ...fresh] };
}

function toolNames(output: unknown): string[] {
  if (typeof output !== "object" || output === null) return [];
  const { tools, inputSchema, name } = fieldsOf(output);
  if (inputSchema !== undefined && typeof name === "string") return [name];
  return Array.isArray(tools)
    ? tools
        .map((tool: unknown) =>
          typeof tool === "object" && tool !== null && "name" in tool ? String(tool.name) : "",
        )
        .filter(Boolean)
    : [];
}

function note(text: string): ModelMessage {
  return { role: "note", text };
}
