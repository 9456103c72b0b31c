import type { z } from "zod";
import type { AskingTime, agentEventSchemas } from "../contract/agent-event.ts";
import type { Tool } from "../contract/tool.ts";
import type { LanguageModel, ModelMessage, OfferedTool, Usage } from "../model/language/language-model.ts";
import type { AgentRun } from "./agent-run.ts";
import type { Persona } from "./persona.ts";
import type { WrittenSections } from "./prompt/section.ts";

/** Limits and wishes of the config. */
export interface AgentSettings {
  /** How many rounds of calls one message may cause. */
  readonly maxIterations: number;
  readonly thinking?: boolean;
  /** Who judges failures and sums up long conversations: the model where it can, or fixed rules. */
  readonly judgement: "model" | "rules";
  /** Tokens that definitions of tools may take before only the fitting ones are offered. */
  readonly toolTokens: number;
  /** Tokens that earlier turns may take before the oldest are summed up. */
  readonly historyTokens: number;
  /** Tools that stay listed and offered however many there are. */
  readonly pinnedTools?: readonly string[];
  readonly maxTokens?: number;
  /** Characters of a result that are handed over whole. */
  readonly maxOutput: number;
}

export interface SkillCard {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
}

/** A skill that is opened for use. */
interface OpenedSkill {
  readonly instructions: string;
  /** The only tools it may use; left out when it names none. */
  readonly allowedTools?: readonly string[] | undefined;
}

/** The tools that a model is offered, and about how many tokens it is spared because it is not offered all. */
export interface Offers {
  readonly tools: readonly OfferedTool[];
  readonly savedTokens: number;
}

/** What the agent can know of before it acts. */
export interface Catalogue {
  /** Sections of the prompt that were written from its lists. */
  readonly written?: WrittenSections;
  list(): readonly Tool[];
  get(name: string): Tool | undefined;
  /** A tool as a model is offered it, and about how many tokens that takes. */
  offer(name: string): (OfferedTool & { readonly tokens: number }) | undefined;
  /** Those of a list that there are; the same list gives the same offers while no tool comes or goes. */
  offerAll(names: readonly string[]): Offers;
  nearest(name: string): readonly string[];
  /** The tools that fit a text best, best first, with what served this user before a little ahead. */
  findTools(text: string, limit: number, user?: string): Promise<readonly string[]>;
  /** How often each tool was called; those called more stay listed. */
  uses?(): Promise<ReadonlyMap<string, number>>;
  /** The skills that a model may use. */
  skills(): Promise<readonly SkillCard[]>;
  /** Opens a skill; refuses one that is disabled or not accepted. */
  openSkill(name: string): Promise<OpenedSkill>;
}

/** What earlier turns leave to a new one. */
export interface History {
  readonly messages: readonly ModelMessage[];
  /** Where untrusted content among them came from. */
  readonly sources: readonly string[];
  /** What summing them up has used. */
  readonly usage?: Usage;
}

/** One thing that is remembered. */
export interface Remembered {
  readonly text: string;
  /** Set when it was noted down from untrusted content: where that came from. */
  readonly source?: string;
}

/** Where the agent works. */
interface Surroundings {
  readonly platform: string;
  readonly workspace: string;
}

/** What nodes work with besides the state. */
export interface AgentWorld {
  readonly model: LanguageModel;
  readonly persona: Persona;
  readonly run: Pick<AgentRun, "execute" | "activate" | "mark">;
  readonly catalogue: Catalogue;
  readonly settings: AgentSettings;
  readonly environment: Surroundings & { readonly asking: AskingTime };
  /** Earlier turns of the conversation; results in them stand between marks with the boundary of this run. */
  history(conversationId: string, boundary: string): Promise<History>;
  /** What is remembered that concerns a text, what matters most first. */
  memories(text: string): Promise<readonly Remembered[]>;
  today(): string;
  /** For the boundary of untrusted text; a replay gives back what was drawn then. */
  random(): string;
  /** Tells the subscribers and, but for pieces of text, the log. The event is theirs then: nothing of it is used here any more. */
  emit(event: EventFields<(typeof agentEventSchemas)[number]>): void;
  /** Hears that a person is about to be asked, so that a driver can store how far the run has come. */
  readonly onAsk?: () => void;
  readonly signal: AbortSignal;
}

type Fields<Event> = Event extends unknown ? Omit<Event, "runId" | "at"> : never;

/** An event without what is the same for all events of a run. */
type EventFields<Schema extends z.ZodType> = Fields<z.infer<Schema>>;
