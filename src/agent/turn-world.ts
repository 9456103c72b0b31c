import { randomBytes } from "node:crypto";
import type { HarbourEvent } from "../contract/event.ts";
import type { AgentParts } from "./agent-parts.ts";
import type { AgentWorld } from "./agent-world.ts";
import { readHistory } from "./conversation-history.ts";
import type { GateRun } from "./gate-run.ts";

const PASSING: ReadonlySet<HarbourEvent["type"]> = new Set(["text-delta", "node-end", "notice"]);

export interface TurnWorldParts extends Pick<AgentWorld, "hands" | "model" | "persona" | "signal"> {
  readonly run: GateRun;
  readonly about: { readonly user: string; readonly conversationId: string };
}

/** What the nodes of one turn work with. */
export function turnWorld(parts: AgentParts, { run, about, ...given }: TurnWorldParts): AgentWorld {
  const { catalogue, settings, environment } = parts;
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
      const whole = { ...event, runId: run.id, at: new Date(parts.now()).toISOString() };
      // Steps are kept in the store; what is only said on the way needs no record.
      if (PASSING.has(whole.type)) run.announce(whole);
      else run.record(whole);
    },
  };
}
