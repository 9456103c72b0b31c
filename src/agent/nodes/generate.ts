import { spendEffect } from "../../contract/figures/spend.ts";
import type { ModelProblem } from "../../contract/model-names.ts";
import { message } from "../../contract/words/messages.ts";
import { collectReply, type ModelMessage, type ModelRequest } from "../../model/language/language-model.ts";
import { defined } from "../../support/defined.ts";
import type { Language } from "../../support/language-of.ts";
import { MODEL_PROBLEM_WORDS } from "../../text/model-problem-words.ts";
import { oneLine } from "../../text/one-line.ts";
import type { AgentWorld } from "../agent-world.ts";
import { elapsed, requestHash } from "../model-request.ts";
import { phrase } from "../persona.ts";
import type { AgentState, Patch } from "../workflow/state.ts";
import { withSentFiles } from "./sent-files.ts";

/** Maximum length of the thinking that is shown and stored per reply. */
const MAX_THINKING_CHARACTERS = 20_000;

/** Asks the model for the next step: calls to make, or an answer. At the limit it must answer. */
export async function generate(state: AgentState, world: AgentWorld): Promise<Patch> {
  const { model, settings } = world;
  const mustAnswer = state.mustAnswer || state.iteration >= settings.maxIterations;
  const { tools, savedTokens } = world.catalogue.offerAll(state.tools, state);
  const request = requestOf(state, world, { tools, toolChoice: mustAnswer ? "none" : "auto" });
  const started = performance.now();
  let answeredBy = model.id;
  let thinking = "";
  const adding = withSentFiles(request, state, world);
  const whole = adding instanceof Promise ? await adding : adding;
  const reply = await collectReply(model.stream(whole, { signal: world.signal }), (part) => {
    if (part.type === "text-delta") world.emit({ type: "text-delta", text: part.text });
    else if (part.type === "thinking-delta") {
      // Thinking beyond the limit is neither shown nor stored.
      const text = part.text.slice(0, MAX_THINKING_CHARACTERS - thinking.length);
      thinking += text;
      if (text !== "") world.emit({ type: "thinking-delta", text });
    } else if (part.type === "retry") {
      thinking = "";
      answeredBy = part.model;
      const text = message(part.instead ? "modelInstead" : "modelAgain", state.language, {
        why: retryReason(part, state.language),
        model: part.model,
      });
      world.emit({ type: "notice", situation: "remark", text });
    }
  });
  // If a model calls tools although it must not, only its text counts.
  const calls = mustAnswer ? [] : uniqueIds(reply.calls, state);
  world.emit({
    type: "model-end",
    model: answeredBy,
    requestHash: requestHash(request, state.boundary),
    text: reply.text,
    ...(thinking.trim() === "" ? {} : { thinking }),
    calls: calls.map((call) => ({ ...call })),
    end: reply.reason,
    usage: { ...reply.usage },
    effects: [spendEffect(answeredBy, reply.usage.reserved)],
    ...(savedTokens === 0 ? {} : { savedTokens }),
    durationMs: elapsed(started),
  });
  announce(calls, state, world);
  return {
    set: { pendingCalls: calls, draft: reply.text, problems: [] },
    messages: [{ role: "assistant", text: reply.text, calls }],
    usage: reply.usage,
  };
}

function requestOf(
  state: AgentState,
  { settings }: AgentWorld,
  offer: Pick<ModelRequest, "tools" | "toolChoice">,
): ModelRequest {
  const thinking = state.thinking ?? settings.thinking;
  return {
    system: state.system,
    messages: [...state.history, ...state.messages],
    ...offer,
    ...defined({ thinking, maxTokens: settings.maxTokens }),
  };
}

// The key of a call is the model's id of it. A model may use an id twice: the repeated ones get new ids.
function uniqueIds(calls: AgentState["pendingCalls"], state: AgentState): AgentState["pendingCalls"] {
  if (calls.length === 0) return calls;
  const added: string[] = [];
  const isTaken = (id: string) => added.includes(id) || state.messages.some((each) => hasCall(each, id));
  return calls.map((call, index) => {
    const isNew = call.id !== "" && !isTaken(call.id);
    const id = isNew ? call.id : `call-${state.iteration}-${index}-${callsIn(state.messages) + added.length}`;
    added.push(id);
    return isNew ? call : { ...call, id };
  });
}

function callsIn(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, each) => sum + (each.role === "assistant" ? each.calls.length : 0), 0);
}

function hasCall(message: ModelMessage, id: string): boolean {
  return message.role === "assistant" && message.calls.some((call) => call.id === id);
}

function announce(
  calls: AgentState["pendingCalls"],
  { language, iteration }: AgentState,
  world: AgentWorld,
): void {
  if (calls.length === 0) return;
  const text = phrase(world.persona, "announce", { language, turn: iteration });
  // These are the names that the model wrote, whether or not the tools exist.
  const tools = oneLine([...new Set(calls.map(({ tool }) => oneLine(tool, 60)))].join(", "), 200);
  if (text === "") return;
  world.emit({ type: "notice", situation: "announce", text: text.replace("{tool}", () => tools) });
}

/** Why a model is asked again. In Chinese only the kind of problem; the exact words are in the log. */
function retryReason(
  { why, problem = "other" }: { why: string; problem?: ModelProblem },
  language: Language,
): string {
  return language === "zh" ? (MODEL_PROBLEM_WORDS[problem].zh.split("。")[0] ?? why) : why;
}
