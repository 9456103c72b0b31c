import type { z } from "zod";
import type { AskingTime, agentEventSchemas } from "../contract/agent-event.ts";
import type { Tool } from "../contract/tool.ts";
import type { LanguageModel, ModelMessage, OfferedTool, Usage } from "../model/language/language-model.ts";
import type { ModelFile } from "../model/language/media.ts";
import type { AgentRun } from "./agent-run.ts";
import type { Persona } from "./persona.ts";
import type { WrittenSections } from "./prompt/section.ts";

/** Limits and options of the config. */
export interface AgentSettings {
  /** Maximum number of rounds of calls per message. */
  readonly maxIterations: number;
  readonly thinking?: boolean;
  /** What judges failures and summarizes long conversations: the model if it can, or fixed rules. */
  readonly judgement: "model" | "rules";
  /** Token budget for tool definitions. Beyond it, only matching tools are offered. */
  readonly toolTokens: number;
  /** Token budget for earlier turns. Beyond it, the oldest are summarized. */
  readonly historyTokens: number;
  /** Tools that are always listed and offered. */
  readonly pinnedTools?: readonly string[];
  readonly maxTokens?: number;
  /** Maximum length of a result before it is cut. */
  readonly maxOutput: number;
}

export interface SkillCard {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly intents?: readonly string[];
  /** Whether the model may choose it, and whether the user may name it. Default: both. */
  readonly modelInvocable?: boolean;
  readonly userInvocable?: boolean;
}

/** A skill that cannot be used yet. */
export interface WaitingSkill {
  readonly name: string;
  /** What a person can do about it: a command. */
  readonly command: string;
  /** The hash of its content, if it can be accepted. */
  content?(): Promise<string>;
}

/** A skill opened for use. */
interface OpenedSkill {
  readonly instructions: string;
  /** The only tools it may use. `undefined` if it has no list. */
  readonly allowedTools?: readonly string[] | undefined;
}

/** The tools offered to a model, and about how many tokens were saved by not offering all. */
export interface Offers {
  readonly tools: readonly OfferedTool[];
  readonly savedTokens: number;
}

/** What decides which of the offered tools matter most. */
interface OfferMerits {
  /** The tools found for the message. */
  readonly found?: readonly string[] | undefined;
  readonly uses?: Readonly<Record<string, number>> | undefined;
}

/** The tools and skills that the agent knows. */
export interface Catalogue {
  /** Cached prompt sections, by the list that they were built from. */
  readonly written?: WrittenSections;
  list(): readonly Tool[];
  get(name: string): Tool | undefined;
  /** A tool's definition for the model, and its approximate number of tokens. */
  offer(name: string): (OfferedTool & { readonly tokens: number }) | undefined;
  /**
   * The definitions of the listed tools that exist. Cached per list while the registry is unchanged. If not all fit into the
   * description of a tool that calls others, the found ones come first, then the most used.
   */
  offerAll(names: readonly string[], merits?: OfferMerits): Offers;
  nearest(name: string): readonly string[];
  /** The tools that match a text best, best first. Tools that served this user before rank a little higher. */
  findTools(text: string, limit: number, user?: string): Promise<readonly string[]>;
  /** How often each tool was called. Tools called more often stay listed. */
  uses?(): Promise<ReadonlyMap<string, number>>;
  /** The skills that are ready for use. */
  skills(): Promise<readonly SkillCard[]>;
  /** The skills that nobody has accepted in their current form, or that are disabled. Users may name them. */
  waitingSkills?(): Promise<readonly WaitingSkill[]>;
  /** The skills that match a request, best first. */
  findSkills?(text: string, limit: number, user?: string): Promise<readonly string[]>;
  /** Opens a skill. Rejects if it is disabled or not accepted. */
  openSkill(name: string): Promise<OpenedSkill>;
}

/** Earlier turns as a new turn sees them. */
export interface History {
  readonly messages: readonly ModelMessage[];
  /** Sources of the untrusted content in them. */
  readonly sources: readonly string[];
  /** The user's messages in them. */
  readonly said: readonly string[];
  /** The services whose answers they read. */
  readonly seen: readonly string[];
  /** The tools that they called. */
  readonly called?: readonly string[];
  /** Tokens used for the summary. */
  readonly usage?: Usage;
}

/** One memory. */
export interface RecalledMemory {
  readonly text: string;
  /** The source of the untrusted content that it came from, if any. */
  readonly source?: string;
}

/** Where the agent works. */
interface Surroundings {
  readonly platform: string;
  readonly workspace: string;
}

/** What nodes use besides the state. */
export interface AgentWorld {
  readonly model: LanguageModel;
  readonly persona: Persona;
  readonly run: Pick<AgentRun, "execute" | "activate" | "flow" | "mark" | "withheld" | "foreign">;
  readonly catalogue: Catalogue;
  readonly settings: AgentSettings;
  readonly environment: Surroundings & { readonly asking: AskingTime };
  /** Earlier turns of the conversation. Results in them are wrapped with the boundary of this run. */
  history(conversationId: string, boundary: string): Promise<History>;
  /** The memories about a text, most important first. */
  memories(text: string): Promise<readonly RecalledMemory[]>;
  /** The files attached to a message of the conversation. Not awaited if there are none. */
  attachments?(message: string): readonly ModelFile[] | Promise<readonly ModelFile[]>;
  today(): string;
  /** A random text for the boundary. A replay returns the recorded one. */
  random(): string;
  /** Sends an event to the subscribers and, except for pieces of text, to the log. The event must not be used afterwards. */
  emit(event: EventFields<(typeof agentEventSchemas)[number]>): void;
  /** Called before a person is asked, so that a driver can store its progress. */
  readonly onAsk?: () => void;
  readonly signal: AbortSignal;
  /** How to leave the run to another process between two steps. */
  readonly handOver?: { wanted(): boolean; leave(): void };
}

type Fields<Event> = Event extends unknown ? Omit<Event, "runId" | "at"> : never;

/** An event without the fields that are the same for all events of a run. */
type EventFields<Schema extends z.ZodType> = Fields<z.infer<Schema>>;
