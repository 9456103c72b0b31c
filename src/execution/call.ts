import type { AgreedHash } from "../approval/obtain-approval.ts";
import type { Ask } from "../contract/approval.ts";
import type { Dialogue } from "../contract/dialogue.ts";
import type { Effect } from "../contract/effect.ts";
import type { DejimaError } from "../contract/error.ts";
import type { HarbourEvent, QuestionEnd } from "../contract/event.ts";
import type { Tool } from "../contract/tool.ts";
import type { Verdict } from "../contract/verdict.ts";
import { type JsonFault, measureJson } from "../support/json.ts";
import { thrownText } from "../support/thrown-text.ts";
import type { CallExplanation } from "./flow/explanation.ts";

/** What the gate has found out about a call while it is under way. */
export type CallStage =
  | { readonly type: "judged"; readonly effects: readonly Effect[] }
  /** A person is being asked; the question is stored. */
  | { readonly type: "asked"; readonly id: string | undefined }
  | { readonly type: "answered"; readonly answer: QuestionEnd; readonly by: string };

/** A request to run one tool with one input, as a caller makes it. */
export interface CallRequest {
  readonly tool: string;
  readonly input?: unknown;
  readonly signal?: AbortSignal;
  /** An approval request that a person has agreed to; it covers exactly that call, once. */
  readonly approve?: string | AgreedHash;
  /** The caller's own name for the call; the log keeps it, so that it can be found again after a crash. */
  readonly key?: string;
  /** Why the caller knows that it cannot run: it is recorded and refused, and nothing else happens. */
  readonly refusal?: DejimaError;
  /** The call within which this one is made. */
  readonly parent?: string;
  /** Set if its output is seen by nobody in the run, and so does not mark it. */
  readonly apart?: boolean;
  readonly onEvent?: (event: HarbourEvent) => void;
  /** Hears how far the call has come, at once and without a copy; must not throw. */
  readonly onStage?: (stage: CallStage) => void;
  /** Gets the output uncut, with secrets left out. */
  readonly keep?: (whole: unknown) => void;
  /** Lets the tool ask the caller back. */
  readonly dialogue?: Dialogue;
  /** Asks a person about this call, instead of anyone who is asked about the others of the run. */
  readonly ask?: Ask;
  /** The only folders that the call may reach, absolute or relative to the workspace; all of the config's by default. */
  readonly allowedPaths?: readonly string[];
}

/** A request that has its place in a run. */
export interface Call {
  readonly tool: string;
  readonly input: TakenInput;
  readonly callId: string;
  readonly runId: string;
  readonly startedAt: number;
  readonly signal: AbortSignal | undefined;
  readonly approve: string | AgreedHash | undefined;
  readonly key?: string;
  readonly refusal?: DejimaError;
  readonly parent?: string;
  readonly apart?: boolean;
  readonly onStage?: (stage: CallStage) => void;
  /** Gets the output uncut, for a later step of a chain. */
  readonly keep?: (whole: unknown) => void;
  readonly dialogue?: Dialogue;
  readonly ask?: Ask;
  readonly allowedPaths?: readonly string[];
}

/** A call that was found, validated and judged: all that is known before anything happens. */
export interface JudgedRequest {
  readonly tool: Tool;
  readonly input: unknown;
  readonly effects: readonly Effect[];
  readonly verdict: Verdict;
  /** The true paths of the only folders that it may reach, where its caller named some. */
  readonly allowedPaths?: readonly string[] | undefined;
  /** What its rehearsal gave, where a person agreed to it. */
  readonly bound?: unknown;
  /** Where its arguments came from; absent in a run that has read nothing of anybody else's. */
  readonly explanation?: CallExplanation | undefined;
}

/** An input taken in as JSON text of our own: nobody who holds the caller's object can change the call under way. */
export interface TakenInput {
  /** `undefined` if the input is not JSON data. */
  readonly json: string | undefined;
  readonly fault: JsonFault | undefined;
}

const MAX_DEPTH = 64;

/** Takes an input in before anything else looks at it. */
export function takeInput(
  input: unknown,
  { limits }: { limits: { readonly maxInputCharacters: number } },
): TakenInput {
  try {
    const { fault } = measureJson(input, { maxDepth: MAX_DEPTH, maxSize: limits.maxInputCharacters });
    return { json: fault === undefined ? JSON.stringify(input) : undefined, fault };
  } catch (cause) {
    // A getter or a proxy of the caller's threw.
    return {
      json: undefined,
      fault: { path: "", problem: `cannot be read: ${thrownText(cause)}`, kind: "form" },
    };
  }
}
