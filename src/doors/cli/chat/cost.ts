import type { HarbourEvent } from "../../../contract/event.ts";
import { type Language, message } from "../../../contract/words/messages.ts";

/** Tokens that a chat has used. */
export interface Cost {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
}

export function noCost(): Cost {
  return { requests: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
}

/** Adds the tokens of a reply. */
export function addCost(cost: Cost, event: HarbourEvent): void {
  if (event.type !== "model-end") return;
  cost.requests++;
  cost.inputTokens += event.usage.inputTokens;
  cost.outputTokens += event.usage.outputTokens;
  cost.cachedTokens += event.usage.cachedTokens;
}

export function describeCost(cost: Cost, language: Language): string {
  const { requests, inputTokens: input, outputTokens: output, cachedTokens: cached } = cost;
  return message("cost", language, { requests, input, cached, output });
}
