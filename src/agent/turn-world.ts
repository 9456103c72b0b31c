import { randomUUID } from "node:crypto";
import type { Turn } from "../contract/conversation.ts";
import { createTimeText } from "../support/time-text.ts";
import type { AgentParts } from "./agent-parts.ts";
import type { AgentRun } from "./agent-run.ts";
import type { AgentWorld } from "./agent-world.ts";
import { mayAskAside } from "./ask-aside.ts";
import { readHistory } from "./context/conversation-history.ts";
import { summariseTurns } from "./context/summaries.ts";

interface TurnWorldParts extends Pick<AgentWorld, "model" | "persona" | "signal"> {
  readonly run: AgentRun;
  readonly thinking: boolean | undefined;
  /** Whether the turn is the first of its conversation. */
  readonly begins: boolean;
  readonly about: { readonly user: string; readonly conversationId: string };
}

/** What the nodes of one turn work with. */
export function turnWorld(
  parts: AgentParts,
  { run, about, begins, thinking, ...given }: TurnWorldParts,
): AgentWorld {
  const { catalogue, settings, environment } = parts;
  const timeText = createTimeText();
  const emit: AgentWorld["emit"] = (event) => {
    const whole = { ...event, runId: run.id, at: timeText(parts.now()) };
    // The answer stands whole in the record of the reply.
    if (whole.type === "text-delta") run.announce(whole);
    else run.record(whole);
  };
  const documents = async () => (await parts.store()).documents;
  const { redact = (json: string) => json } = parts;
  const summarise = (turns: readonly Turn[]) =>
    summariseTurns(turns, { ...given, emit }, { conversationId: about.conversationId, documents, redact });
  return {
    ...given,
    run,
    catalogue: { ...catalogue, findTools: (text, limit) => catalogue.findTools(text, limit, about.user) },
    settings: thinking === undefined ? settings : { ...settings, thinking },
    environment: { ...environment, asking: run.asking },
    history: async (conversationId, boundary) => {
      if (begins) return { messages: [], sources: [] };
      const { conversations } = await parts.store();
      const options = { conversations, maxTokens: settings.historyTokens, boundary };
      return readHistory(
        conversationId,
        mayAskAside(given.model, settings) ? { ...options, summarise } : options,
      );
    },
    memories: async (text) => (await parts.memories?.(text, about)) ?? [],
    today: () => new Date(parts.now()).toISOString().slice(0, 10),
    random: () => randomUUID().replaceAll("-", ""),
    emit,
  };
}
