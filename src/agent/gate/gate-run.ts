import type { AskingTime } from "../../contract/agent-event.ts";
import type { Ask } from "../../contract/approval.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { RunMode, RunStatus } from "../../contract/run.ts";
import type { CallStage } from "../../execution/call.ts";
import type { RunOptions } from "../../execution/run/run-options.ts";
import type { CallResult, KeyedCall } from "../agent-world.ts";

export interface GateRunOptions {
  readonly title: string;
  /** The id to begin the run under; a new one unless told. */
  readonly runId?: string;
  readonly mode?: RunMode;
  /** Whose task it is. */
  readonly user?: string;
  readonly ask?: Ask;
  /** Wait for an answer that is given elsewhere instead of refusing when nobody can be asked here. */
  readonly park?: NonNullable<RunOptions["park"]>;
  /** Addresses that the user named. */
  readonly named?: readonly string[];
  /** Where untrusted content came from that the message itself carries. */
  readonly untrusted?: readonly string[];
}

/** A run of the gate as the agent uses it: every call it makes goes through here. */
export interface GateRun {
  readonly id: string;
  readonly asking: AskingTime;
  execute(request: {
    readonly tool: string;
    readonly input: unknown;
    readonly key: string;
    readonly signal: AbortSignal;
    readonly onStage: (stage: CallStage) => void;
  }): Promise<Outcome>;
  /** What became of this call before the run was interrupted; nothing when it was never begun, or only looked. */
  before(call: KeyedCall): Promise<CallResult | undefined>;
  /** Where untrusted content came from that has entered the run. */
  readonly sources: readonly string[];
  /** Marks the run: content of these sources has entered it without a call. */
  mark(sources: readonly string[]): void;
  /** Takes an event over and adds it to the log; it is written with the next one of a call, and soon in any case. */
  record(event: HarbourEvent): void;
  announce(event: HarbourEvent): void;
  /** Holds the rest of the run to what these skills list. */
  activate(skills: readonly string[]): Promise<void>;
  /** Whether the run was left as it is, for another process to go on with. */
  readonly left: boolean;
  end(status: RunStatus, answer: string): Promise<void>;
}

/** Opens runs, and those that were interrupted. */
export interface Gate {
  open(options: GateRunOptions): Promise<GateRun>;
  reopen(runId: string, options: GateRunOptions): Promise<GateRun>;
  /** Hears the events of one run. */
  subscribe(listener: (event: HarbourEvent) => void, of: { readonly runId: string }): () => void;
}
