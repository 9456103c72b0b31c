import type { Approval, Ask, AskingPlace, Voice } from "../../contract/approval.ts";
import type { Effect } from "../../contract/effect.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import type { RunVariants } from "../../contract/experiment.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { PlannedLine } from "../../contract/plan.ts";
import type { Parking, RunMode, RunStatus } from "../../contract/run.ts";
import type { Tool, TypedTool } from "../../contract/tool.ts";
import type { VerdictKind } from "../../contract/verdict.ts";
import type { ToolReach } from "../../policy/judge-step.ts";
import type { Layer } from "../../policy/layer.ts";
import type { RunLease } from "../../store/shared-store.ts";
import type { Told } from "../asking/resume-call.ts";
import type { PlanResult } from "../asking/submit-plan.ts";
import type { CallRequest } from "../call.ts";
import type { ChainOutcome, ChainStep } from "../chain.ts";
import type { AppendOptions } from "../log/harbour-log.ts";

/** How a run is opened. */
export interface RunOptions {
  readonly title: string;
  readonly mode: RunMode;
  /** The id to begin it under, chosen beforehand by anyone who must find it again; default: a new one. */
  readonly runId?: string;
  /** The conversation it is a part of: what a person turns on for it holds in its later runs. */
  readonly conversation?: string;
  /** Whether a person is there to turn something on. Default: in an interactive run. */
  readonly attended?: boolean;
  /** Whose task it is. Default: the person at this machine. */
  readonly user?: string;
  /** Asks a person. Without it, calls that would ask are refused with `approval_required`, unless they are parked. */
  readonly ask?: Ask;
  /** Where people are asked, which says how long a question stays open. */
  readonly place?: AskingPlace;
  /** What the persona that works on the run says around its questions. */
  readonly voice?: Voice;
  /** What becomes of a question when nobody can be asked; `refuse` by default. */
  readonly park?: Parking;
  /** Where untrusted content came from that the run begins with, such as earlier runs of the conversation. */
  readonly untrusted?: readonly string[];
  /** Who makes the calls, where a caller may have several runs: what one of them has read, all have read. */
  readonly caller?: string;
  /** What the user said, in their own words: a value that stands in it is the user's. Left out for a message that somebody else wrote. */
  readonly message?: string;
  /** Addresses that the user named, in their one spelling: fetching exactly these tells nobody more than the user wrote. */
  readonly named?: readonly string[];
  /** The MCP server whose interface makes the calls: it may call tools of that server alone. */
  readonly interfaceOf?: string;
  /** Set if the caller shows interfaces itself: it may call tools that are for them alone. */
  readonly showsInterfaces?: boolean;
  /** Further layers for this run; they can only tighten. */
  readonly layers?: readonly Layer[];
  /** What it uses instead of the default descriptions and versions of tools. */
  readonly variants?: RunVariants | undefined;
  /** Called when a person at another machine wants the run stopped. */
  readonly onStop?: () => void;
  /** How many of its calls may run at once; default: as configured. */
  readonly maxConcurrent?: number;
}

export interface RecordOptions extends AppendOptions {
  /** Anyone who records it uses nothing of it any more: those who listen get it as it is. */
  readonly given?: boolean;
}

/** What a call can be given besides tool and input. */
export type CallOptions = Pick<CallRequest, "signal" | "approve" | "onEvent" | "allowedPaths">;

/** The tools whose names the compiler knows, with their inputs and outputs. */
export type KnownTools = Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>;

/** Calls a tool: one made with `defineTool`, whose input and output are then typed, or one by its registered name. */
export interface Execute<Known extends KnownTools = Record<never, never>> {
  <Given, Output>(
    tool: TypedTool<string, Given, Output>,
    input: NoInfer<Given>,
    options?: CallOptions,
  ): Promise<Outcome<Output>>;
  <Name extends string>(
    tool: Name,
    ...given: Name extends keyof Known
      ? Record<never, never> extends Known[Name]["input"]
        ? [input?: Known[Name]["input"], options?: CallOptions]
        : [input: Known[Name]["input"], options?: CallOptions]
      : [input?: unknown, options?: CallOptions]
  ): Promise<Outcome<Name extends keyof Known ? Known[Name]["output"] : unknown>>;
}

/** A run that is open: the only place from which tools can be called. */
export interface OpenRun {
  readonly id: string;
  readonly folder: string;
  readonly execute: ((request: CallRequest) => Promise<Outcome>) & Execute;
  /** Independent calls, in parallel as far as the limit allows; outcomes in the order of the requests. */
  executeMany(requests: readonly CallRequest[]): Promise<Outcome[]>;
  executeChain(steps: readonly ChainStep[], options?: { signal?: AbortSignal }): Promise<ChainOutcome>;
  /**
   * Asks a person about several calls at once; each approved one may then be made once, or as many times as its line counts where
   * it leaves values open. Throws when the answer is no. Without `mayAsk` nobody is asked, and what needs no person is kept.
   */
  submitPlan(
    calls: readonly PlannedLine[],
    options?: { signal?: AbortSignal; mayAsk?: boolean },
  ): Promise<PlanResult>;
  /** Goes on with a call that was interrupted after a person had agreed to it; `signal` stops it. */
  resume(approval: Approval, told: Told, signal?: AbortSignal): Promise<Outcome>;
  /** Adds an event to the log that belongs to no call in progress; lazily, when nothing depends on it. */
  record(event: HarbourEvent, how?: RecordOptions): void;
  /** Tells the subscribers only. */
  announce(event: HarbourEvent): void;
  /** Descriptions of tools that the run shows its model instead of the tools' own, by name. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** How people are asked in it. */
  readonly asks: {
    readonly ask: Ask | undefined;
    readonly park: Parking;
    readonly mode: RunMode;
  };
  /** Where untrusted content came from that has entered the run. */
  readonly sources: readonly string[];
  /** What the user said and which services the run has read, for the next run of the conversation to recall. */
  readonly flow: {
    readonly said: string;
    readonly seen: readonly string[];
    /** Takes in what earlier runs of the conversation knew. */
    recall(earlier: {
      readonly said: readonly string[];
      readonly seen: readonly string[];
      /** What results said in them, and which. */
      readonly read?: readonly { readonly source: string; readonly values: unknown }[];
    }): void;
  };
  /** Where content came from that calls have read without the run seeing it. */
  readonly readApart: readonly string[];
  /** Marks the run: content of these sources has entered it without a call. */
  mark(sources: readonly string[], part?: { readonly through?: string; readonly values?: unknown }): void;
  /** Adds layers for the rest of the run; they can only tighten. */
  tighten(layers: readonly Layer[]): void;
  /** Whether a call of this tool could run at all here, before anything of the call is known. */
  reach(tool: Tool): ToolReach;
  /** What the rules say of something that a call in progress comes to on its way, such as where a redirect leads. */
  judgeStep(callId: string, effect: Effect): VerdictKind;
  readonly ended: boolean;
  /** Whether it was left as it is. */
  readonly left: boolean;
  /** Says that this process may write to the run, where several machines could. */
  readonly lease: RunLease | undefined;
  /** Settles when the run has ended. */
  readonly whenEnded: Promise<void>;
  /** Closes the log and leaves the run as it is, as a crash would, for another process to go on with. */
  leave(): void;
  /** Ends the run; `answer` is what the agent said, where the run was a conversation's. */
  end(status: RunStatus, answer?: string): Promise<void>;
}
