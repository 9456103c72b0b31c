import type { Approval, Ask, AskingPlace, Voice } from "../../contract/asking/approval.ts";
import type { PlannedLine } from "../../contract/asking/plan.ts";
import type { Effect } from "../../contract/effect.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import type { RunVariants } from "../../contract/figures/experiment.ts";
import type { Reached } from "../../contract/figures/spend.ts";
import type { BudgetListener } from "../../contract/figures/tool-spend.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { Parking, RunMode, RunStatus } from "../../contract/run.ts";
import type { Tool, TypedTool } from "../../contract/tool.ts";
import type { VerdictKind } from "../../contract/verdict.ts";
import type { ToolReach } from "../../policy/judge-step.ts";
import type { Layer } from "../../policy/layer.ts";
import type { RunLease } from "../../store/shared-store.ts";
import type { RunTurn } from "../../store/store.ts";
import type { PlanResult } from "../asking/submit-plan.ts";
import type { CallRequest } from "../call.ts";
import type { ChainOutcome, ChainStep } from "../chain.ts";
import type { AppendOptions } from "../log/harbour-log.ts";

/** What the log of the run already records about a question. */
export interface RecordedQuestion {
  readonly announced: boolean;
  readonly answered: boolean;
  /** The key of its call, if it has one. */
  readonly key?: string | undefined;
}

/** Options for opening a run. */
export interface RunOptions {
  readonly title: string;
  readonly mode: RunMode;
  /** The id of the run, if the caller must be able to find it again. Default: a new one. */
  readonly runId?: string;
  /** The conversation of the run. Rules that a person turns on for it also apply to its later runs. */
  readonly conversation?: string;
  /** The turn that the run works on, and its conversation, to be stored with its row. Secrets in them are redacted. */
  readonly begins?: RunTurn;
  /** The run in whose work folder this one works, if it works for that one. Default: its own. */
  readonly worksFor?: Pick<RunOptions, "conversation" | "user">;
  /** The schedule of the run, whose budget counts. */
  readonly schedule?: string;
  /** Whether a person is present who can turn something on. Default: true for an interactive run. */
  readonly attended?: boolean;
  /** The user who owns the run. Default: the local user. */
  readonly user?: string;
  /** Asks a person. Without it, calls that need an approval are refused with `approval_required`, unless they are parked. */
  readonly ask?: Ask;
  /** Where people are asked, which decides how long a question stays open. */
  readonly place?: AskingPlace;
  /** The words of the run's persona around its questions. */
  readonly voice?: Voice;
  /** What happens to a question when nobody can be asked. Default: `refuse`. */
  readonly park?: Parking;
  /** Sources of the untrusted content that the run begins with, such as earlier runs of the conversation. */
  readonly untrusted?: readonly string[];
  /** The caller, if it may have several runs. What one of its runs has read counts for all of them. */
  readonly caller?: string;
  /** The user's own words. A value that they contain counts as the user's. Omitted if somebody else wrote the message. */
  readonly message?: string;
  /** Addresses that the user named, in canonical spelling. Fetching exactly these reveals no more than the user wrote. */
  readonly named?: readonly string[];
  /** The MCP server whose UI makes the calls. It may call only tools of that server. */
  readonly interfaceOf?: string;
  /** Set if the caller shows UIs itself. It may then call tools that are only for them. */
  readonly showsInterfaces?: boolean;
  /** Further layers for this run. They can only tighten the rules. */
  readonly layers?: readonly Layer[];
  /** The tool descriptions and versions that the run uses instead of the defaults. */
  readonly variants?: RunVariants | undefined;
  /** Called when a person at another machine wants to stop the run. */
  readonly onStop?: () => void;
  /** Maximum number of concurrent calls. Default: as configured. */
  readonly maxConcurrent?: number;
}

export interface RecordOptions extends AppendOptions {
  /** The recorder no longer uses the event, so listeners get it without a copy. */
  readonly given?: boolean;
}

/** Options of a call besides tool and input. */
export type CallOptions = Pick<CallRequest, "signal" | "approve" | "onEvent" | "allowedPaths">;

/** The tools whose names, inputs and outputs are known to the compiler. */
export type KnownTools = Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>;

/** Calls a tool: one made with `defineTool`, whose input and output are then typed, or one by its registered name. */
export interface Execute<Known extends KnownTools = Record<never, never>> {
  <Input, Output>(
    tool: TypedTool<string, Input, Output>,
    input: NoInfer<Input>,
    options?: CallOptions,
  ): Promise<Outcome<Output>>;
  <Name extends string>(
    tool: Name,
    ...args: Name extends keyof Known
      ? Record<never, never> extends Known[Name]["input"]
        ? [input?: Known[Name]["input"], options?: CallOptions]
        : [input: Known[Name]["input"], options?: CallOptions]
      : [input?: unknown, options?: CallOptions]
  ): Promise<Outcome<Name extends keyof Known ? Known[Name]["output"] : unknown>>;
}

/** An open run: the only place from which tools can be called. */
export interface OpenRun {
  readonly id: string;
  readonly folder: string;
  readonly execute: ((request: CallRequest) => Promise<Outcome>) & Execute;
  /** Makes independent calls, in parallel up to the limit. Returns the outcomes in the order of the requests. */
  executeMany(requests: readonly CallRequest[]): Promise<Outcome[]>;
  executeChain(steps: readonly ChainStep[], options?: { signal?: AbortSignal }): Promise<ChainOutcome>;
  /**
   * Asks a person about several calls at once. Each approved call may then be made once, or as many times as its line states if
   * it leaves values open. Throws if the person denies. Without `mayAsk` nobody is asked, and the lines that need no approval
   * are kept.
   */
  submitPlan(
    calls: readonly PlannedLine[],
    options?: { signal?: AbortSignal; mayAsk?: boolean },
  ): Promise<PlanResult>;
  /** Continues a call that was interrupted after a person had approved it. `signal` stops it. */
  resume(approval: Approval, recorded: RecordedQuestion, signal?: AbortSignal): Promise<Outcome>;
  /** Adds an event that belongs to no call in progress to the log. Use `lazily` if nothing depends on it. */
  record(event: HarbourEvent, how?: RecordOptions): void;
  /** Writes the events that were added lazily. */
  flush(): void;
  /** Notifies the subscribers only. */
  announce(event: HarbourEvent): void;
  /** Tool descriptions that the run shows its model instead of the tools' own, by name. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** Whose work folder it uses. */
  readonly worksFor: Pick<RunOptions, "conversation" | "user">;
  /** How the run asks people. */
  readonly asks: {
    readonly ask: Ask | undefined;
    readonly park: Parking;
    readonly mode: RunMode;
  };
  /** The schedule of the run, whose budget counts. */
  readonly schedule: string | undefined;
  /** Sources of untrusted content that has entered the run. */
  readonly sources: readonly string[];
  /** The user's words and the services that the run has read, for the next run of the conversation. */
  readonly flow: {
    readonly said: string;
    readonly seen: readonly string[];
    /** Adds the knowledge of earlier runs of the conversation. */
    recall(earlier: {
      readonly said: readonly string[];
      readonly seen: readonly string[];
      /** The tools that they called: what they were asked for is done. */
      readonly called?: readonly string[];
      /** The results that they read, with their sources. */
      readonly read?: readonly { readonly source: string; readonly values: unknown }[];
    }): void;
  };
  /** Sources of content that calls have read without the run seeing it. */
  readonly readApart: readonly string[];
  /** Marks the run: content of these sources has entered it without a call. */
  mark(sources: readonly string[], part?: { readonly through?: string; readonly values?: unknown }): void;
  /** Adds layers for the rest of the run. They can only tighten the rules. */
  tighten(layers: readonly Layer[]): void;
  /** The layers that limit this run alone: its further rules, its mode and its skills. A run that it starts keeps to them as well. */
  limits(): readonly Layer[];
  /** Whether a call of this tool could run at all here, before anything about the call is known. */
  reach(tool: Tool): ToolReach;
  /** The verdict on something that a call in progress runs into, such as the target of a redirect. */
  judgeStep(callId: string, effect: Effect): VerdictKind;
  /** What the rules say about the cost of a model call. */
  judgeSpend(effect: Effect): VerdictKind;
  /** Asks a person whether to raise a budget that is used up. It is asked once for each state of the budget. */
  raiseBudget(reached: Reached, signal: AbortSignal): Promise<Outcome>;
  /** Who hears of the budgets of its tools. */
  readonly budgets: { listener?: BudgetListener };
  readonly ended: boolean;
  /** Whether this process left the run to another one. */
  readonly left: boolean;
  /** This process's permission to write to the run, if several machines could. */
  readonly lease: RunLease | undefined;
  /** Resolves when the run has ended. */
  readonly whenEnded: Promise<void>;
  /** Closes the log and leaves the run as a crash would, so that another process can continue it. */
  leave(): void;
  /** Ends the run. `answer` is the agent's answer, if the run belongs to a conversation. */
  end(status: RunStatus, answer?: string): Promise<void>;
}
