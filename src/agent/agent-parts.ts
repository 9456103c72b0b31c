import type { AgentDriverName } from "../contract/config-names.ts";
import type { Payer } from "../contract/figures/spend.ts";
import type { LanguageModel } from "../model/language/language-model.ts";
import type { ModelFile } from "../model/language/media.ts";
import type { MeterListener } from "../money/meter.ts";
import type { Store } from "../store/store.ts";
import type { AgentRunOptions, AgentRuns } from "./agent-run.ts";
import type { AgentSettings, AgentWorld, Catalogue, RecalledMemory } from "./agent-world.ts";
import type { Learning } from "./context/learning.ts";
import type { Persona } from "./persona.ts";
import type { Recording } from "./replay.ts";
import type { Driver } from "./workflow/drive.ts";

/** Finds a user's memories about a text. For an empty text, the most important ones. */
export type Memories = (
  text: string,
  about: { readonly user: string; readonly conversationId: string },
) => Promise<readonly RecalledMemory[]>;

/** The dependencies of an agent. */
export interface AgentParts {
  readonly runs: AgentRuns;
  readonly catalogue: Catalogue;
  readonly settings: AgentSettings;
  /** `asking` is the runtime's default; each run has its own. */
  readonly environment: AgentWorld["environment"];
  readonly drive: Driver;
  /** The name of the driver, unless it is the caller's own. */
  readonly driver?: AgentDriverName;
  model(): Promise<LanguageModel>;
  /** Wraps a model so that the cost of its calls is counted and limited by the budgets. */
  metered?(model: LanguageModel, payer: Payer, listener: MeterListener): LanguageModel;
  persona(): Promise<Persona>;
  /** Loads another persona by name, for the replay of a recorded run. */
  personaNamed?(name: string): Promise<Persona>;
  store(): Promise<Store>;
  now(): number;
  /** The time zone of a user. Default: that of this process. */
  timezoneOf?(user: string): Promise<string>;
  /** The formatter for the day in a zone. Default: a new one each time, which is slow. */
  formatterOf?(timeZone?: string): Intl.DateTimeFormat;
  readonly learning?: Learning;
  /** Finds memories for the prompt, most important first. */
  readonly memories?: Memories;
  /** The files attached to a message of a conversation. */
  attachments?(conversationId: string, message: string): Promise<readonly ModelFile[]>;
  /** Redacts secrets in JSON text before it is stored. */
  redact?(json: string, data?: unknown): string;
  /** Reads the record of a run. */
  recording(runId: string): Promise<Recording>;
}

export interface TurnOptions extends Omit<AgentRunOptions, "title" | "conversation" | "begins"> {
  /** Whether the model thinks before it answers. Default: the config's. */
  readonly thinking?: boolean;
  /** The id of the schedule of this turn. Its budget counts. */
  readonly schedule?: string;
  /** The conversation to continue. Default: a new one. */
  readonly conversation?: string;
  readonly door?: string;
  readonly signal?: AbortSignal;
  /** Aborts when another process is to continue the run. The run is left after the current step. */
  readonly handOver?: AbortSignal;
  /** Set if the message was stored beforehand, and no event has announced it yet. */
  readonly accepted?: {
    /** Whether the message begins its conversation. */
    readonly begins: boolean;
  };
}
