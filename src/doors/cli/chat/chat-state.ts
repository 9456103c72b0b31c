import type { ModelProvider } from "../../../contract/config-names.ts";
import type { Parking, RunMode } from "../../../contract/run.ts";
import type { Language, MessageName } from "../../../contract/words/messages.ts";
import type { Agent, Runtime } from "../../../runtime.ts";
import type { Output } from "../describe/output.ts";
import type { Cost } from "./cost.ts";

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
