import type { Ask } from "../contract/approval.ts";
import type { Artifact } from "../contract/artifact.ts";
import type { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { EditorText, UnsavedText } from "../contract/file-access.ts";
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
  /** Longer outputs are cut for the caller and kept whole under the run. */
  readonly maxOutputCharacters: number;
}

/** Everything one call meets on its path. A run makes it once for all of its calls. */
export interface ExecutionWorld extends JudgingWorld {
  readonly limits: ExecutionLimits;
  readonly admission: Admission;
  readonly cache: CallCache;
  readonly environment: Environment;
  readonly ask: Ask | undefined;
  readonly asking: Asking;
  /** Changes of the rules that people make with an answer. */
  readonly rules: RuleChanges;
  /** What the editor of the run's conversation shows of files. */
  readonly unsaved?: UnsavedText | undefined;
  readonly provenance: Provenance;
  readonly marks: MarkIndex;
  /** Whose run it is. */
  readonly user: string;
  /** The sources of variables that a marked run has set, by user and name. They live as long as the variables do. */
  readonly markedVariables: Map<string, readonly string[]>;
  /** The true path of the workspace. */
  readonly workspace: string;
  /** The true paths of the folders that tools may reach. */
  readonly allowedPaths: readonly string[];
  /** The tools of the calls that are being worked on, by call. */
  readonly running: Map<string, Tool>;
  readonly redactor: Redactor;
  /** The folder of the run. */
  readonly folder: string;
  readonly undoFolder: string;
  readonly now: () => number;
  /** A time as ISO text. */
  readonly timeText: (time: number) => string;
  /** The calls that a tool makes within one of its own. */
  innerCalls(parent: Call, signal: AbortSignal): InnerCalls;
  storage(): ObservationStore;
  /** Where other machines find what the run leaves behind; `undefined` if that is the folder of the run. */
  readonly blobs: RunBlobs | undefined;
  artifacts(): ArtifactStore;
  /** Settles when all that was recorded survives this process; `undefined` where it does already. */
  settled(): Promise<void> | undefined;
  readonly logs: RunLogs;
  /** Writes to the harbour log, then tells the subscribers what was written. Throws when it cannot be written. */
  record(event: HarbourEvent, how?: AppendOptions): void;
  /** Tells the subscribers only. */
  announce(event: HarbourEvent): void;
}

/** What runs share. */
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
  > {
  /** What editors show of files. */
  readonly editorText?: EditorText | undefined;
  /** What callers with several runs have read, by caller. */
  readonly readings: Map<string, SharedReading>;
  /** The variables that tools see in runs of a user. */
  environmentOf(user: string): Environment;
  readonly runsFolder: string;
  readonly maxConcurrent: number;
  readonly version: string;
  readonly bus: EventBus;
  /** Loaded with the first question. */
  service(): Promise<ApprovalService>;
  /** Hears how each call of a tool went. */
  onUse(use: { tool: string; ok: boolean; durationMs: number }): void;
  /** Hears every record, to count it; must not keep or change it. */
  count(event: HarbourEvent): void;
  store(): Promise<Store>;
  /** Chains the ends of their logs. */
  readonly heads: Pick<HeadChain, "add" | "done">;
  /** Why a user whose run began then may go no further. `undefined` if they may. */
  standing(user: string, since: number): Promise<DejimaError | undefined>;
}

/** A run whose process has gone: how far it came, and what had entered it. */
export interface Interrupted {
  readonly id: string;
  /** How many records its log had when all this was read from it. */
  readonly records: number;
  readonly calls: number;
  /** How often each tool was called. */
  readonly callsOf?: ReadonlyMap<string, number>;
  readonly sources: readonly string[];
  /** The questions that were answered, among them plans. */
  readonly answered?: ReadonlySet<string>;
  /** The files that it has made for its user. */
  readonly artifacts?: readonly Artifact[];
}
