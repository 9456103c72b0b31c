import type { AgentDriverName } from "../contract/config-names.ts";
import type { Payer } from "../contract/spend.ts";
import type { LanguageModel } from "../model/language/language-model.ts";
import type { ModelFile } from "../model/language/media.ts";
import type { MeterListener } from "../money/meter.ts";
import type { Store } from "../store/store.ts";
import type { AgentRunOptions, AgentRuns } from "./agent-run.ts";
import type { AgentSettings, AgentWorld, Catalogue, Remembered } from "./agent-world.ts";
import type { Learning } from "./context/learning.ts";
import type { Persona } from "./persona.ts";
import type { Recording } from "./replay.ts";
import type { Driver } from "./workflow/drive.ts";

/** Finds the memories of a user that concern a text; for an empty text, the most important ones. */
export type Memories = (
  text: string,
  about: { readonly user: string; readonly conversationId: string },
) => Promise<readonly Remembered[]>;

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
  /** The same model, with what its calls cost counted and held to the budgets. */
  metered?(model: LanguageModel, payer: Payer, listener: MeterListener): LanguageModel;
  persona(): Promise<Persona>;
  /** Loads another persona by name, for the replay of a recorded run. */
  personaNamed?(name: string): Promise<Persona>;
  store(): Promise<Store>;
  now(): number;
  /** The zone that a user lives in. Default: that of this process. */
  timezoneOf?(user: string): Promise<string>;
  /** What formats the day in a zone. Default: made anew each time, which is slow. */
  formatterOf?(timeZone?: string): Intl.DateTimeFormat;
  readonly learning?: Learning;
  /** Finds memories for the prompt, most important first. */
  readonly memories?: Memories;
  /** The files that came with a message of a conversation. */
  attachments?(conversationId: string, message: string): Promise<readonly ModelFile[]>;
  /** Redacts secrets in JSON text before it is stored. */
  redact?(json: string): string;
  /** Reads the record of a run. */
  recording(runId: string): Promise<Recording>;
}

export interface TurnOptions extends Omit<AgentRunOptions, "title" | "conversation"> {
  /** Whether the model thinks before it answers. Default: the config's. */
  readonly thinking?: boolean;
  /** The id of the schedule that the turn belongs to: its budget counts. */
  readonly schedule?: string;
  /** The conversation to continue. Default: a new one. */
  readonly conversation?: string;
  readonly door?: string;
  readonly signal?: AbortSignal;
  /** Aborts when another process is to go on with the run: it is left after the step that is under way. */
  readonly handOver?: AbortSignal;
  /** Set if the message was kept beforehand, and no event tells of it yet. */
  readonly accepted?: {
    /** Whether it begins its conversation. */
    readonly begins: boolean;
  };
}
