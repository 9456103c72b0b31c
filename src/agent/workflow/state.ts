import type { ActiveSkill } from "../../contract/active-skill.ts";
import type { Reflection } from "../../contract/agent-event.ts";
import type { EffectKind } from "../../contract/effect.ts";
import type { ErrorCode } from "../../contract/error.ts";
import {
  addUsage,
  type ModelCall,
  type ModelMessage,
  NO_USAGE,
  type Usage,
} from "../../model/language/language-model.ts";
import type { Language } from "../../support/language-of.ts";

/** Proof that a call was made and how it ended. Answers may only rely on receipts. */
export interface Receipt {
  /** The model's own id of the call. */
  readonly key: string;
  readonly callId: string;
  readonly tool: string;
  /** Tool and input in one text, to detect repeated calls. */
  readonly signature: string;
  readonly ok: boolean;
  readonly code?: ErrorCode;
  readonly message?: string;
  readonly effects: readonly EffectKind[];
  /** The person's answer. `undefined` if nobody was asked. */
  readonly answer?: { readonly answer: "approve" | "deny"; readonly by: string };
}

/** A problem with a draft that must not reach the person. */
export interface Problem {
  readonly kind: "empty" | "claim" | "persona" | "leak";
  /** What is wrong, for the model. For a claim, its words. */
  readonly detail: string;
}

/** The whole state of an agent's run. Nodes read it and return a patch. Nothing else changes it. */
export interface AgentState {
  readonly runId: string;
  readonly conversationId: string;
  readonly message: string;
  readonly language: Language;
  /** Random, so that no result of a tool can pretend to be outside its wrapper. */
  readonly boundary: string;
  /** Messages of earlier turns, oldest first. */
  readonly history: readonly ModelMessage[];
  /** Memories about the message. */
  readonly memories: readonly string[];
  readonly system: string;
  /** Names of the offered tools. */
  readonly tools: readonly string[];
  /** Names of the tools that cannot run here, whatever their input. They are not offered. */
  readonly withheld: readonly string[];
  /** How often each tool was used before. Tools used more often stay listed. */
  readonly uses: Readonly<Record<string, number>>;
  /** The tools that match the message best. `undefined` if no search was needed. */
  readonly found?: readonly string[];
  readonly activeSkills: readonly ActiveSkill[];
  /** This turn: the user's message, replies, results, notes. */
  readonly messages: readonly ModelMessage[];
  readonly pendingCalls: readonly ModelCall[];
  /** Number of rounds of calls so far. */
  readonly iteration: number;
  /** Number of rounds with calls that could not be parsed. */
  readonly malformed: number;
  readonly receipts: readonly Receipt[];
  /** Receipts of the last round's calls that failed or were stopped as repeated. */
  readonly failures: readonly Receipt[];
  readonly reflections: readonly Reflection[];
  /** Set if no further call may be made. */
  readonly mustAnswer: boolean;
  /** Whether the model thinks before it answers. `undefined` until the run sets it. */
  readonly thinking?: boolean;
  readonly draft: string;
  readonly problems: readonly Problem[];
  readonly regenerations: number;
  readonly answer: string;
  readonly usage: Usage;
}

/** What a node changes: replaced fields, and lists and sums that grow. Small enough to store per step. */
export interface Patch {
  readonly set?: Partial<Omit<AgentState, "runId" | "messages" | "receipts" | "reflections" | "usage">>;
  readonly messages?: readonly ModelMessage[];
  readonly receipts?: readonly Receipt[];
  readonly reflections?: readonly Reflection[];
  readonly usage?: Usage;
}

/** A run before its first node. */
export function initialState(
  start: Pick<AgentState, "runId" | "conversationId" | "message" | "language">,
): AgentState {
  return {
    ...start,
    boundary: "",
    history: [],
    memories: [],
    system: "",
    tools: [],
    withheld: [],
    uses: {},
    activeSkills: [],
    messages: [{ role: "user", text: start.message }],
    pendingCalls: [],
    iteration: 0,
    malformed: 0,
    receipts: [],
    failures: [],
    reflections: [],
    mustAnswer: false,
    draft: "",
    problems: [],
    regenerations: 0,
    answer: "",
    usage: NO_USAGE,
  };
}

/** The state after a patch. */
export function applyPatch(
  state: AgentState,
  { set, messages, receipts, reflections, usage }: Patch,
): AgentState {
  return {
    ...state,
    ...set,
    ...(messages === undefined ? {} : { messages: [...state.messages, ...messages] }),
    ...(receipts === undefined ? {} : { receipts: [...state.receipts, ...receipts] }),
    ...(reflections === undefined ? {} : { reflections: [...state.reflections, ...reflections] }),
    ...(usage === undefined ? {} : { usage: addUsage(state.usage, usage) }),
  };
}
