import type { Artifact } from "../contract/artifact.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { Store } from "../store/store.ts";
import type { HeadChain } from "./anchor/head-chain.ts";
import type { ApprovalService } from "./asking/asking.ts";
import type { EventBus } from "./event-bus.ts";
import type { ExecutionWorld } from "./execution-world.ts";
import type { LogDurability } from "./log/harbour-log.ts";
import type { LogCloser } from "./log/log-closer.ts";

/** What runs share. */
export interface Harbour
  extends Pick<
    ExecutionWorld,
    | "registry"
    | "layers"
    | "files"
    | "limits"
    | "cache"
    | "environment"
    | "redactor"
    | "now"
    | "marks"
    | "markedVariables"
    | "workspace"
  > {
  readonly runsFolder: string;
  readonly maxConcurrent: number;
  readonly durability: LogDurability;
  readonly version: string;
  readonly bus: EventBus;
  /** Loaded with the first question. */
  service(): Promise<ApprovalService>;
  /** Hears how each call of a tool went. */
  onUse(use: { tool: string; ok: boolean; durationMs: number }): void;
  /** Hears every record, to count it; must not keep or change it. */
  count(event: HarbourEvent): void;
  store(): Promise<Store>;
  /** Syncs the logs of runs that have ended. */
  readonly closer: LogCloser;
  /** Chains the ends of their logs. */
  readonly heads: Pick<HeadChain, "add" | "done">;
  /** The file that names this process to others who use the home. */
  readonly processFile: string;
}

/** A run whose process has gone: how far it came, and what had entered it. */
export interface Interrupted {
  readonly id: string;
  readonly calls: number;
  readonly sources: readonly string[];
  /** The questions that were answered, among them plans. */
  readonly answered?: ReadonlySet<string>;
  /** The files that it has made for its user. */
  readonly artifacts?: readonly Artifact[];
}
