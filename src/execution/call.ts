import type { AgreedHash } from "../approval/obtain-approval.ts";
import type { Ask } from "../contract/asking/approval.ts";
import type { Dialogue } from "../contract/dialogue.ts";
import type { Effect } from "../contract/effect.ts";
import type { DejimaError } from "../contract/error.ts";
import type { HarbourEvent, QuestionEnd } from "../contract/event.ts";
import type { Tool } from "../contract/tool.ts";
import type { Verdict } from "../contract/verdict.ts";
import { type JsonFault, measureJson } from "../support/json.ts";
import { thrownText } from "../support/thrown-text.ts";
import type { CallExplanation } from "./flow/explanation.ts";

/** Progress of a call through the gate. */
export type CallStage =
  | { readonly type: "judged"; readonly effects: readonly Effect[] }
  /** A person is being asked; the question is stored. */
  | { readonly type: "asked"; readonly id: string | undefined }
  | { readonly type: "answered"; readonly answer: QuestionEnd; readonly by: string };

/** The turn of a call to ask a person, where calls in parallel share a limit of open questions. */
export interface QuestionTurn {
  /** Waits until the call may ask. Returns whether it had to wait. */
  enter(signal: AbortSignal): Promise<boolean>;
  /** The question was announced: the next call may ask. */
  asked(): void;
  leave(): void;
}

/** A request to run one tool with one input, as a caller makes it. */
export interface CallRequest {
  readonly tool: string;
  readonly input?: unknown;
  readonly signal?: AbortSignal;
  /** The hash of an approval request that a person has approved. It covers exactly that call, once. */
  readonly approve?: string | AgreedHash;
  /** The caller's own id of the call. The log stores it, so that the call can be found after a crash. */
  readonly key?: string;
  /** Why the caller knows that the call cannot run. The call is recorded and refused; nothing else happens. */
  readonly refusal?: DejimaError;
  /** The id of the call that makes this one. */
  readonly parent?: string;
  /** Set if nobody in the run sees its output, so that it does not mark the run. */
  readonly apart?: boolean;
  readonly onEvent?: (event: HarbourEvent) => void;
  /** Called synchronously with the progress of the call. Must not throw. */
  readonly onStage?: (stage: CallStage) => void;
  /** Receives the complete output, without secrets. */
  readonly keep?: (whole: unknown) => void;
  /** Lets the tool send requests to the caller. */
  readonly dialogue?: Dialogue;
  /** Asks a person about this call, instead of the run's own way of asking. */
  readonly ask?: Ask;
  /** Awaited before a person is asked. Default: the question is asked at once. */
  readonly questionTurn?: QuestionTurn;
  /** The only folders that the call may reach, absolute or relative to the workspace. Default: all of the config's. */
  readonly allowedPaths?: readonly string[];
}

/** A request with its place in a run. Its input is a copy. */
export interface Call extends Omit<CallRequest, "input" | "signal" | "approve" | "onEvent"> {
  readonly input: InputSnapshot;
  readonly callId: string;
  readonly runId: string;
  readonly startedAt: number;
  readonly signal: AbortSignal | undefined;
  readonly approve: string | AgreedHash | undefined;
}

/** A call that was found, validated and judged, before anything happens. */
export interface JudgedRequest {
  readonly tool: Tool;
  readonly input: unknown;
  readonly effects: readonly Effect[];
  readonly verdict: Verdict;
  /** The canonical paths of the only folders that it may reach, if the caller named some. */
  readonly allowedPaths?: readonly string[] | undefined;
  /** The `bound` value of the rehearsal that a person approved. */
  readonly bound?: unknown;
  /** Where its arguments came from. Absent in a run without untrusted content. */
  readonly explanation?: CallExplanation | undefined;
}

/** A copy of an input as JSON text. The caller cannot change the call through its own object any more. */
export interface InputSnapshot {
  /** `undefined` if the input is not JSON data. */
  readonly json: string | undefined;
  readonly fault: JsonFault | undefined;
}

const MAX_DEPTH = 64;

/** Copies an input before anything else looks at it. */
export function snapshotInput(
  input: unknown,
  { limits }: { limits: { readonly maxInputCharacters: number } },
): InputSnapshot {
  try {
    const { fault } = measureJson(input, { maxDepth: MAX_DEPTH, maxSize: limits.maxInputCharacters });
    return { json: fault === undefined ? JSON.stringify(input) : undefined, fault };
  } catch (cause) {
    // A getter or a proxy of the caller threw.
    return {
      json: undefined,
      fault: { path: "", problem: `cannot be read: ${thrownText(cause)}`, kind: "form" },
    };
  }
}
