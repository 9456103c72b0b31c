import { randomBytes } from "node:crypto";
import { createTimeText } from "../support/time-text.ts";
import type { AgentParts } from "./agent-parts.ts";
import type { AgentWorld } from "./agent-world.ts";
import { readHistory } from "./conversation-history.ts";
import type { GateRun } from "./gate-run.ts";

export interface TurnWorldParts extends Pick<AgentWorld, "hands" | "model" | "persona" | "signal"> {
  readonly run: GateRun;
  readonly about: { readonly user: string; readonly conversationId: string };
}

/** What the nodes of one turn work with. */
export function turnWorld(parts: AgentParts, { run, about, ...given }: TurnWorldParts): AgentWorld {
  const { catalogue, settings, environment } = parts;
  const timeText = createTimeText();
  return {
    ...given,
    catalogue,
    settings,
    environment,
    history: async (conversationId) => {
      const { conversations } = await parts.store();
      return readHistory(conversationId, { conversations, maxTokens: settings.historyTokens });
    },
    memories: async (text) => (await parts.memories?.(text, about)) ?? [],
    today: () => new Date(parts.now()).toISOString().slice(0, 10),
    random: () => randomBytes(16).toString("hex"),
    emit(event) {
      const whole = { ...event, runId: run.id, at: timeText(parts.now()) };
      // The answer stands whole in the record of the reply.
      if (whole.type === "text-delta") run.announce(whole);
      else run.record(whole);
    },
  };
}
