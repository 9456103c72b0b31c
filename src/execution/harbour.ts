import type { Ask } from "../contract/asking/approval.ts";
import type { Artifact } from "../contract/data/artifact.ts";
import type { EditorText, UnsavedText } from "../contract/data/file-access.ts";
import type { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { Reached } from "../contract/figures/spend.ts";
import type { BudgetListener, ToolSpending } from "../contract/figures/tool-spend.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { WorkFolderOf } from "../contract/run.ts";
import type { Environment, InnerCalls, Tool } from "../contract/tool.ts";
import type { Store } from "../store/store.ts";
import type { Admission } from "./admission.ts";
import type { HeadChain } from "./anchor/head-chain.ts";
import type { ApprovalService, Asking } from "./asking/approval-service.ts";
import type { RuleChanges } from "./asking/switches.ts";
import type { Call } from "./call.ts";
import type { CallCache } from "./call-cache.ts";
import type { EventBus } from "./event-bus.ts";
import type { MarkIndex } from "./flow/mark-index.ts";
import type { Provenance, SharedReading } from "./flow/provenance.ts";
import type { AppendOptions } from "./log/harbour-log.ts";
import type { RunLogs } from "./log/run-logs.ts";
import type { ArtifactStore, ObservationStore } from "./observation/run-stores.ts";
import type { JudgingWorld } from "./prepare-call.ts";
import type { Redactor } from "./redaction/redactor.ts";
import type { RunBlobs } from "./run/run-blobs.ts";

interface ExecutionLimits {
  readonly timeoutMs: number;
  readonly networkTimeoutMs: number;
  readonly maxInputCharacters: number;
  /** Longer outputs are cut for the caller and stored whole under the run. */
  readonly maxOutputCharacters: number;
}

/** Everything that a call needs on its path. A run creates it once for all of its calls. */
export interface ExecutionWorld extends JudgingWorld {
  readonly limits: ExecutionLimits;
  readonly admission: Admission;
  readonly cache: CallCache;
  readonly environment: Environment;
  readonly ask: Ask | undefined;
  readonly asking: Asking;
  /** Rule changes that people choose with an answer. */
  readonly rules: RuleChanges;
  /** The text of files in the editor of the run's conversation. */
  readonly unsaved?: UnsavedText | undefined;
  readonly provenance: Provenance;
  readonly marks: MarkIndex;
  /** The user who owns the run. */
  readonly user: string;
  /** The schedule of the run, whose budget counts. */
  readonly schedule: string | undefined;
  /** The budgets for calls of tools that cost. */
  readonly spending: ToolSpending | undefined;
  /** Receives the events. */
  readonly budgets: { listener?: BudgetListener };
  /** Asks a person whether to raise a budget that is used up. It is asked once for each state of the budget. */
  raiseBudget(reached: Reached, signal: AbortSignal, ask?: Ask): Promise<Outcome>;
  /** The sources of variables that a marked run has set, by user and name. They live as long as the variables do. */
  readonly markedVariables: Map<string, readonly string[]>;
  /** The canonical path of the workspace. */
  readonly workspace: string;
  /** The canonical paths of the folders that tools may reach. */
  readonly allowedPaths: readonly string[];
  /** The tools of the calls in progress, by call id. */
  readonly running: Map<string, Tool>;
  readonly redactor: Redactor;
  /** The folder of the run. */
  readonly folder: string;
  readonly undoFolder: string;
  readonly now: () => number;
  /** A time as ISO text. */
  readonly timeText: (time: number) => string;
  /** The calls that a tool makes within its own call. */
  innerCalls(parent: Call, signal: AbortSignal): InnerCalls;
  storage(): ObservationStore;
  /** Where other machines find the files of the run. `undefined` if they stay in the run's folder. */
  readonly blobs: RunBlobs | undefined;
  artifacts(): ArtifactStore;
  /** Resolves when all records survive this process. `undefined` if they already do. */
  settled(): Promise<void> | undefined;
  readonly logs: RunLogs;
  /** Writes to the harbour log, then notifies the subscribers. Throws if the record cannot be written. */
  record(event: HarbourEvent, how?: AppendOptions): void;
  /** Notifies the subscribers only. */
  announce(event: HarbourEvent): void;
}

/** What all runs share. */
export interface Harbour
  extends Pick<
    ExecutionWorld,
    | "registry"
    | "layers"
    | "files"
    | "limits"
    | "cache"
    | "redactor"
    | "now"
    | "marks"
    | "markedVariables"
    | "workspace"
    | "allowedPaths"
    | "rules"
    | "logs"
    | "blobs"
    | "spending"
  > {
  /** The text of files in editors. */
  readonly editorText?: EditorText | undefined;
  /** What callers with several runs have read, by caller. */
  readonly readings: Map<string, SharedReading>;
  /** The harbour of one run, if runs do not all work in the whole workspace. */
  within?(run: WorkFolderOf): Harbour;
  /** The variables that tools see in the runs of a user. */
  environmentOf(user: string): Environment;
  readonly runsFolder: string;
  readonly maxConcurrent: number;
  readonly version: string;
  readonly bus: EventBus;
  /** Loaded with the first question. */
  service(): Promise<ApprovalService>;
  /** Called with the result of each call of a tool. */
  onUse(use: { tool: string; ok: boolean; durationMs: number }): void;
  /** Called with every record to count it. Must not keep or change it. */
  count(event: HarbourEvent): void;
  store(): Promise<Store>;
  /** Chains the ends of the runs' logs. */
  readonly heads: Pick<HeadChain, "add" | "done">;
  /** Why a user whose run began at that time may not continue. `undefined` if they may. */
  standing(user: string, since: number): Promise<DejimaError | undefined>;
}

/** A run whose process stopped: its progress, and the untrusted content in it. */
export interface Interrupted {
  readonly id: string;
  /** The number of records in its log when this state was read. */
  readonly records: number;
  readonly calls: number;
  /** How often each tool was called. */
  readonly callsOf?: ReadonlyMap<string, number>;
  readonly sources: readonly string[];
  /** The ids of the answered questions, including plans. */
  readonly answered?: ReadonlySet<string>;
  /** The files that it has made for its user. */
  readonly artifacts?: readonly Artifact[];
}
