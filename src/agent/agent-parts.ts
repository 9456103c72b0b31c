import type { LanguageModel } from "../model/language/language-model.ts";
import type { Store } from "../store/store.ts";
import type { AgentRunOptions, AgentRuns } from "./agent-run.ts";
import type { AgentSettings, AgentWorld, Catalogue, Remembered } from "./agent-world.ts";
import type { Learning } from "./context/learning.ts";
import type { Persona } from "./persona.ts";
import type { Recording } from "./replay.ts";
import type { Driver } from "./workflow/drive.ts";

/** Finds what is remembered of a user that concerns a text; with no text, what matters most of all. */
export type Memories = (
  text: string,
  about: { readonly user: string; readonly conversationId: string },
) => Promise<readonly Remembered[]>;

/** What an agent is made of. */
export interface AgentParts {
  readonly runs: AgentRuns;
  readonly catalogue: Catalogue;
  readonly settings: AgentSettings;
  /** `asking` is that of the runtime; a run has its own. */
  readonly environment: AgentWorld["environment"];
  readonly drive: Driver;
  model(): Promise<LanguageModel>;
  persona(): Promise<Persona>;
  /** Another persona, by its name: that of a recorded run. */
  personaNamed?(name: string): Promise<Persona>;
  store(): Promise<Store>;
  now(): number;
  readonly learning?: Learning;
  /** What feeds the prompt's section of memories; what matters most first. */
  readonly memories?: Memories;
  /** Leaves secrets out of JSON text before it is stored. */
  redact?(json: string): string;
  /** What is recorded of a run. */
  recording(runId: string): Promise<Recording>;
}

export interface TurnOptions extends Omit<AgentRunOptions, "title"> {
  /** Whether the model thinks before it answers; as the config says unless told. */
  readonly thinking?: boolean;
  /** Goes on with this conversation; a new one begins without it. */
  readonly conversation?: string;
  readonly door?: string;
  readonly signal?: AbortSignal;
}
