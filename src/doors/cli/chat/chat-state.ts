import type { ModelProvider } from "../../../contract/config-names.ts";
import type { Language, MessageName } from "../../../contract/messages.ts";
import type { Parking, RunMode } from "../../../contract/run.ts";
import type { Agent, Runtime } from "../../../runtime.ts";
import type { Output } from "../output.ts";
import type { Cost } from "./cost.ts";

/** What slash commands can see and change of a chat. */
export interface ChatState {
  readonly runtime: Runtime;
  readonly output: Output;
  readonly cost: Cost;
  /** Whether a person is asked about calls here, or they wait in the store. */
  readonly asking: { readonly mode: RunMode; readonly park: Parking };
  /** Of what was last said. */
  language: Language;
  /** The last call that changed something. */
  lastCall: string | undefined;
  /** The calls that are under way. */
  readonly calling: Set<string>;
  agent: Agent;
  conversation: string | undefined;
  /** Asks the person which model to connect; only where there is one to ask. Returns what to show. */
  readonly connect?: (provider?: ModelProvider) => Promise<string>;
  /** Whether it thinks before it answers; nothing leaves that to the config. */
  thinking: boolean | undefined;
}

/** One command of the chat, such as `/help`. */
export interface SlashCommand {
  readonly summary: MessageName;
  run(state: ChatState, argument: string): Promise<string>;
}
