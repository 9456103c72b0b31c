import { DejimaError } from "../contract/error.ts";
import { collectReply } from "../model/language/collect-reply.ts";
import type { LanguageModel, ModelRequest, Usage } from "../model/language/language-model.ts";
import type { AgentSettings, AgentWorld } from "./agent-world.ts";
import { requestHash } from "./request-hash.ts";
import { elapsed } from "./workflow/event-clock.ts";

const MOST_TOKENS = 800;

interface Aside {
  readonly purpose: NonNullable<ModelRequest["purpose"]>;
  readonly system: string;
  readonly text: string;
}

/** Whether the model is to judge and sum up, instead of the rules. */
export function mayAskAside(model: LanguageModel, { judgement }: Pick<AgentSettings, "judgement">): boolean {
  return judgement === "model" && model.reflects === true;
}

/** Asks the model something beside the task, without tools; recorded like every request. Nothing when it cannot answer. */
export async function askAside(
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
    maxTokens: MOST_TOKENS,
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
      usage: { ...usage },
      durationMs: elapsed(started),
    });
    return reply.text.trim() === "" ? undefined : { text: reply.text, usage };
  } catch (error) {
    // The task goes on without it; only being stopped stops it.
    if (error instanceof DejimaError && error.code !== "cancelled" && error.code !== "internal")
      return undefined;
    throw error;
  }
}
