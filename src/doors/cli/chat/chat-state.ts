import type { ModelProvider } from "../../../contract/config-names.ts";
import type { HarbourEvent } from "../../../contract/event.ts";
import type { Parking, RunMode } from "../../../contract/run.ts";
import { type Language, type MessageName, message } from "../../../contract/words/messages.ts";
import type { Agent, Runtime } from "../../../runtime.ts";
import type { Output } from "../describe/output.ts";

/** The state of a chat that slash commands read and change. */
export interface ChatState {
  readonly runtime: Runtime;
  readonly output: Output;
  readonly cost: Cost;
  /** Whether calls ask a person here or wait in the store. */
  readonly asking: { readonly mode: RunMode; readonly park: Parking };
  /** The language of the latest message. */
  language: Language;
  readonly cwd: string;
  /** The calls under way. */
  readonly calling: Set<string>;
  agent: Agent;
  conversation: string | undefined;
  /** Asks the person which model to connect, if someone can be asked. Returns the text to show. */
  readonly connect?: (provider?: ModelProvider) => Promise<string>;
  /** Whether the model thinks before it answers. `undefined` leaves that to the config. */
  thinking: boolean | undefined;
}

/** One command of the chat, such as `/help`. */
export interface SlashCommand {
  readonly summary: MessageName;
  run(state: ChatState, argument: string): Promise<string>;
}

/** Tokens that a chat has used. */
interface Cost {
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
