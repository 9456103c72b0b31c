import type { HarbourEvent } from "../../../contract/event.ts";

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

/** Adds what a reply has used. */
export function addCost(cost: Cost, event: HarbourEvent): void {
  if (event.type !== "model-end") return;
  cost.requests++;
  cost.inputTokens += event.usage.inputTokens;
  cost.outputTokens += event.usage.outputTokens;
  cost.cachedTokens += event.usage.cachedTokens;
}

export function describeCost({ requests, inputTokens, outputTokens, cachedTokens }: Cost): string {
  return `${requests} requests, ${inputTokens} tokens in (${cachedTokens} cached), ${outputTokens} out`;
}
