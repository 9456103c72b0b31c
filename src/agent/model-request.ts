import { DejimaError } from "../contract/error.ts";
import { spendEffect } from "../contract/figures/spend.ts";
import {
  collectReply,
  type LanguageModel,
  type ModelRequest,
  type Usage,
} from "../model/language/language-model.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import type { AgentSettings, AgentWorld } from "./agent-world.ts";

const PARTS = ["the system prompt", "the tools on offer", "the messages"] as const;

const MAX_TOKENS = 800;

interface Aside {
  readonly purpose: NonNullable<ModelRequest["purpose"]>;
  readonly system: string;
  readonly text: string;
}

/** Whether the model judges and summarizes instead of the fixed rules. */
export function usesModelJudgement(
  model: LanguageModel,
  { judgement }: Pick<AgentSettings, "judgement">,
): boolean {
  return judgement === "model" && model.reflects === true;
}

/** Asks the model a side question, without tools. It is logged like every request. Returns `undefined` if the model cannot answer. */
export async function askSideQuestion(
  { model, signal, emit }: Pick<AgentWorld, "model" | "signal" | "emit">,
  { purpose, system, text }: Aside,
): Promise<{ text: string; usage: Usage } | undefined> {
  const request: ModelRequest = {
    purpose,
    system,
    messages: [{ role: "user", text }],
    tools: [],
    toolChoice: "none",
    thinking: false,
    maxTokens: MAX_TOKENS,
  };
  const started = performance.now();
  try {
    const reply = await collectReply(model.stream(request, { signal }));
    const { usage } = reply;
    emit({
      type: "model-end",
      model: model.id,
      purpose,
      requestHash: requestHash(request, ""),
      text: reply.text,
      calls: [],
      end: reply.reason,
      usage: { ...usage },
      effects: [spendEffect(model.id, usage.reserved)],
      durationMs: elapsed(started),
    });
    return reply.text.trim() === "" ? undefined : { text: reply.text, usage };
  } catch (error) {
    // The task continues without it. Only cancellation stops it.
    if (error instanceof DejimaError && error.code !== "cancelled" && error.code !== "internal")
      return undefined;
    throw error;
  }
}

/**
 * A hash of each part of a request, without the boundary, which differs in every run. After the first request of a run only the
 * new messages count: the rest was compared before.
 */
export function requestHash({ system, messages, tools }: ModelRequest, boundary: string): string {
  const last = messages.findLastIndex(({ role }) => role === "assistant" || role === "user");
  const first = messages[last]?.role !== "assistant";
  const fresh = (first ? messages : messages.slice(last)).map(({ role, text }) => [role, text]);
  const hash = (text: string) => sha256(boundary === "" ? text : text.replaceAll(boundary, "")).slice(0, 16);
  const parts = [
    first ? hash(system) : "same",
    first ? namesHash(tools, hash) : `${tools.length}`,
    hash(JSON.stringify(fresh)),
  ];
  return parts.join("-");
}

/** Most runs offer the same list of tools. */
const namesHashes = new WeakMap<ModelRequest["tools"], string>();

function namesHash(tools: ModelRequest["tools"], hash: (text: string) => string): string {
  const known = namesHashes.get(tools) ?? hash(JSON.stringify(tools.map(({ name }) => name)));
  namesHashes.set(tools, known);
  return known;
}

/** The first part of a request that differs. Returns `undefined` if none does. */
export function differingPart(a: string, b: string): string | undefined {
  const [left, right] = [a.split("-"), b.split("-")];
  return PARTS.find((_part, at) => left[at] !== right[at]);
}

/** Milliseconds since `started`, to a thousandth. */
export function elapsed(started: number): number {
  return Math.round((performance.now() - started) * 1000) / 1000;
}
