import type { Artifact, Artifacts } from "../../contract/data/artifact.ts";
import type { EventOf, QuestionEnd } from "../../contract/event.ts";
import type { ToolCost } from "../../contract/figures/tool-spend.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { Progress } from "../../contract/tool.ts";
import { defined } from "../../support/defined.ts";
import type { Call, JudgedRequest } from "../call.ts";
import type { ExecutionWorld } from "../harbour.ts";
import type { BoundOutput } from "../observation/bound-output.ts";
import { redactStream, type StreamRedactor } from "../redaction/redact-stream.ts";
import { errorData, recordableInput, unrecorded, withToolRun } from "./recordable-data.ts";

/** Further progress updates of a call are dropped. Its result still counts. */
const MAX_UPDATES = 10_000;

/** Maximum length of a progress message. Messages are kept for readers who join later. */
const MAX_MESSAGE_CHARACTERS = 2_000;

/** Records one call: start, approval, progress, end. */
export class CallRecorder {
  readonly #call: Call;
  readonly #world: ExecutionWorld;
  readonly #startedAt: string;
  #params: unknown;
  #judged: JudgedRequest | undefined;
  #started = false;
  #left = false;
  #approved = false;
  #scope: EventOf<"call-end">["policy"]["approval_scope"] = "none";
  #cached = false;
  #cost: ToolCost | undefined;
  #askedAt: number | undefined;
  #waitedMs = 0;
  #chunks: StreamRedactor | undefined;
  #updates = 0;

  constructor(call: Call, world: ExecutionWorld) {
    this.#call = call;
    this.#world = world;
    this.#startedAt = world.timeText(call.startedAt);
  }

  /** Prepares the input for the log; a large one is stored. Must be called first. */
  prepareParams(): void {
    this.#params = recordableInput(this.#call.input, this.#world);
  }

  start(judged: JudgedRequest): void {
    this.#judged = judged;
    const { tool, effects, verdict, explanation } = judged;
    const more =
      tool.interface === undefined && explanation === undefined
        ? undefined
        : defined({ interface: tool.interface, origins: explanation?.recorded });
    this.#recordStart({
      tool: tool.name,
      version: tool.version,
      source: tool.source,
      risk: tool.risk,
      params: this.#params,
      effects: effects as Mutable<typeof effects>, // the recorder owns the list from here on
      verdict: verdict.verdict,
      reasons: verdict.reasons,
      ...more,
    });
    this.#call.onStage?.({ type: "judged", effects });
  }

  /** For a call whose start is already in the log: it continues where it was interrupted. */
  goOn(judged: JudgedRequest): void {
    this.#judged = judged;
    this.#started = true;
  }

  /** The rules changed with the answer: the end of the call records the new verdict. */
  rejudged(judged: JudgedRequest): void {
    this.#judged = judged;
  }

  /** The log already holds the answer. */
  approvedBefore(): void {
    this.#approved = true;
    this.#scope = "call";
  }

  /** For a call that failed before a verdict. */
  startUnjudged(): void {
    this.#recordStart({ tool: this.#toolName(), params: this.#params, effects: [], reasons: [] });
  }

  #recordStart(known: StartedCall): void {
    const { runId, callId, key, parent } = this.#call;
    const clean = this.#judged !== undefined && this.#keepsForeign(known);
    this.#world.record(
      {
        type: "call-start",
        runId,
        at: this.#startedAt,
        callId,
        ...(key === undefined && parent === undefined ? undefined : defined({ key, parent })),
        ...known,
      },
      { clean },
    );
    this.#started = true;
  }

  /** Whether redaction would change nothing in what a judged call quotes: its key, and its effects with their reasons. */
  #keepsForeign({ tool, effects, origins, reasons }: StartedCall): boolean {
    const { key } = this.#call;
    const quoted = effects.length + (origins?.length ?? 0) > 0 && defined({ effects, reasons, origins });
    if (key === undefined && quoted === false) return true;
    return this.#world.redactor.keeps({ ...(key !== undefined && { key, tool }), ...quoted });
  }

  approvalStart(callHash: string, id: string | undefined): void {
    const { runId, callId } = this.#call;
    if (id !== undefined) this.#askedAt = this.#world.now();
    this.#world.record({
      type: "approval-start",
      runId,
      at: this.#clock(),
      callId,
      callHash,
      ...defined({ id }),
    });
    this.#call.onStage?.({ type: "asked", id });
  }

  approvalEnd(callHash: string, answer: QuestionEnd, { by, ...where }: ApprovalEnd): void {
    const { runId, callId } = this.#call;
    this.#approved = answer === "approve";
    if (this.#askedAt !== undefined) this.#waitedMs += this.#world.now() - this.#askedAt;
    this.#askedAt = undefined;
    this.#scope = where.scope ?? "call";
    const { id, door, grant } = where;
    const at = this.#clock();
    this.#world.record({
      type: "approval-end",
      runId,
      at,
      callId,
      callHash,
      answer,
      by,
      ...defined({ id, door, grant }),
    });
    this.#call.onStage?.({ type: "answered", answer, by });
  }

  /** Copies only the known fields, so that a tool's update cannot pass for another event. */
  progress({ message, fraction, chunk }: Progress & { readonly chunk?: string }): void {
    const { redactor } = this.#world;
    if (typeof chunk === "string") this.#announce({ chunk: this.#stream().push(chunk) });
    if (typeof message !== "string" && typeof fraction !== "number") return;
    this.#updates += 1;
    if (this.#updates > MAX_UPDATES) return;
    this.#announce({
      ...(typeof message === "string"
        ? { message: redactor.text(message.slice(0, MAX_MESSAGE_CHARACTERS)) }
        : {}),
      ...(typeof fraction === "number" ? { fraction } : {}),
    });
  }

  #announce(update: Progress & { readonly chunk?: string }): void {
    if (update.chunk === "") return;
    const { runId, callId } = this.#call;
    this.#world.announce({ type: "call-progress", runId, at: this.#clock(), callId, ...update });
  }

  #stream(): StreamRedactor {
    this.#chunks ??= redactStream(this.#world.redactor);
    return this.#chunks;
  }

  /** Stores a file for the user before it is recorded: every artifact in the log exists. */
  saveArtifact(file: Parameters<Artifacts["save"]>[0]): Artifact {
    const { runId, callId } = this.#call;
    const artifact = this.#world.artifacts().put(file);
    this.#world.record({ type: "artifact-end", runId, at: this.#clock(), callId, ...artifact });
    return artifact;
  }

  /** What the call has cost. */
  cost(cost: ToolCost): void {
    this.#cost = cost;
  }

  /** Marks the output as cached. */
  cached(): void {
    this.#cached = true;
  }

  succeed({ recorded, sha256, output, observation }: BoundOutput): Outcome {
    const { runId, callId } = this.#call;
    if (this.#chunks !== undefined) this.#announce({ chunk: this.#chunks.end() });
    this.#recordRun(this.#end({ ok: true, ...recorded }, sha256));
    const outcome = { type: "success", callId, runId, output } as const;
    return observation === undefined ? outcome : { ...outcome, observation };
  }

  fail(error: unknown): Outcome {
    const { runId, callId } = this.#call;
    if (this.#chunks !== undefined) this.#announce({ chunk: this.#chunks.end() });
    const data = errorData(error, this.#toolName(), this.#world);
    const failure = { type: "failure", callId, runId, error: data } as const;
    if (!this.#started || this.#left) return failure;
    try {
      this.#world.record(this.#end({ ok: false, error: data }, undefined));
      return failure;
    } catch (cause) {
      return { ...failure, error: unrecorded(data, cause) };
    }
  }

  /** Leaves the call without an end in the log. Another process continues it. */
  leave(): void {
    this.#left = true;
  }

  #end(result: EventOf<"call-end">["result"], outputHash: string | undefined): EventOf<"call-end"> {
    const { runId, callId, startedAt } = this.#call;
    const endedAt = this.#world.now();
    const at = this.#world.timeText(endedAt);
    const judged = this.#judged;
    return {
      type: "call-end",
      runId,
      at,
      callId,
      tool: this.#toolName(),
      risk: judged?.tool.risk,
      ts_start: this.#startedAt,
      ts_end: at,
      durationMs: toThousandth(endedAt - startedAt - this.#waitedMs),
      ...(this.#waitedMs === 0 ? undefined : { waitedMs: toThousandth(this.#waitedMs) }),
      params: this.#params,
      result: this.#cached ? { ...result, cached: true } : result,
      policy: {
        verdict: judged?.verdict.verdict,
        approved: this.#approved,
        approval_scope: this.#approved ? this.#scope : "none",
      },
      hashes: { output_sha256: outputHash },
      ...(this.#cost === undefined ? undefined : { spent: this.#cost }),
    };
  }

  #recordRun(end: EventOf<"call-end">): void {
    try {
      // Input and output are redacted, and a tool that ran has a known name.
      this.#world.record(end, { clean: true });
    } catch (cause) {
      throw withToolRun(cause);
    }
  }

  #toolName(): string {
    return this.#judged?.tool.name ?? this.#call.tool.slice(0, 200);
  }

  #clock(): string {
    return this.#world.timeText(this.#world.now());
  }
}

function toThousandth(milliseconds: number): number {
  return Math.max(0, Math.round(milliseconds * 1000) / 1000);
}

/** Who settled a question, where, and with what scope. */
interface ApprovalEnd {
  readonly by: string;
  readonly id?: string | undefined;
  readonly door?: string | undefined;
  readonly grant?: string | undefined;
  readonly scope?: "call" | "run" | "grant";
}

type StartedCall = Omit<EventOf<"call-start">, "type" | "runId" | "at" | "callId" | "key" | "parent">;

// The type of the event is inferred from its schema, which has no readonly arrays. Nobody changes them.
type Mutable<List> = List extends readonly (infer Item)[] ? Item[] : never;
