import type { Artifacts } from "../contract/artifact.ts";
import type { Dialogue } from "../contract/dialogue.ts";
import { DejimaError } from "../contract/error.ts";
import type { FileAccess } from "../contract/file-access.ts";
import type { Environment, Progress, ToolContext } from "../contract/tool.ts";
import { withheldFrom } from "../policy/withheld.ts";
import { defined } from "../support/defined.ts";
import type { WorkingClock } from "../support/working-clock.ts";
import type { Call, JudgedRequest } from "./call.ts";
import type { ExecutionWorld } from "./execution-world.ts";
import { ContentWitness } from "./flow/content-witness.ts";
import type { CallRecorder } from "./log/call-recorder.ts";
import { permittedFiles } from "./permitted-files.ts";

/** What one call sees of the world. Signal and files are made when first asked for: most calls need neither. */
export class CallContext implements ToolContext {
  readonly runId: string;
  readonly callId: string;
  readonly dialogue: Dialogue | undefined;
  readonly #call: Call;
  readonly #judged: JudgedRequest;
  readonly #world: ExecutionWorld;
  readonly #recorder: CallRecorder;
  #controller: AbortController | undefined;
  #files: FileAccess | undefined;
  #witness: ContentWitness | undefined;
  #stopped: DejimaError | undefined;
  #clock: WorkingClock | undefined;
  /** Questions that nobody has answered yet, each with what sets the clock going again. */
  #asked: Set<{ resume?: () => void }> | undefined;

  constructor(call: Call, judged: JudgedRequest, world: ExecutionWorld, recorder: CallRecorder) {
    this.runId = call.runId;
    this.callId = call.callId;
    this.#call = call;
    this.#judged = judged;
    this.#world = world;
    this.#recorder = recorder;
    this.dialogue = call.dialogue === undefined ? undefined : this.#untimed(redacted(call.dialogue, world));
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#stopped !== undefined) this.#controller.abort(this.#stopped);
    }
    return this.#controller.signal;
  }

  /** Follows marked content through the call. */
  get witness(): ContentWitness {
    this.#witness ??= new ContentWitness(this.#call, this.#judged, this.#world);
    return this.#witness;
  }

  /** The same, or undefined if there was nothing to follow so far. */
  get followed(): ContentWitness | undefined {
    return this.#witness;
  }

  // Arrow, so that a tool may pass it on without its context.
  readonly mark = (sources: readonly string[]): void => {
    if (sources.length > 0) this.witness.enter(sources);
  };

  get environment(): Environment {
    return {
      get: (name) => {
        const value = this.#stillOpen().environment.get(name);
        this.mark(this.#world.markedVariables.get(name) ?? []);
        return value;
      },
      set: (name, value) => {
        const previous = this.#stillOpen().environment.set(name, value);
        const { markedVariables, provenance } = this.#world;
        this.mark(markedVariables.get(name) ?? []);
        if (provenance.sources.length === 0) markedVariables.delete(name);
        else markedVariables.set(name, [...provenance.sources]);
        return previous;
      },
    };
  }

  get artifacts(): Artifacts {
    return {
      save: (file) => {
        this.#stillOpen();
        const artifact = this.#recorder.keepArtifact(file);
        this.witness.artifact(artifact);
        return artifact;
      },
      list: () => this.#world.artifacts().list(),
    };
  }

  get files(): FileAccess {
    const { files, undoFolder, layers } = this.#world;
    this.#files ??= files.open({
      callId: this.callId,
      undoFolder,
      signal: this.signal,
      permits: permittedFiles(this.#judged, layers),
      witness: this.witness,
      withheld: withheldFrom(this.#judged.tool, layers),
    });
    return this.#files;
  }

  // Arrow, so that a tool may pass it on without its context.
  readonly progress = (update: Progress & { readonly chunk?: string }): void => {
    if (this.#stopped === undefined) this.#recorder.progress(update);
  };

  /** Ends the call for the tool: its signal aborts, its files and variables refuse. The first reason stays. */
  stop(reason: DejimaError): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = reason;
    this.#controller?.abort(reason);
  }

  /** The clock that the call's time is taken with. */
  timeWith(clock: WorkingClock): void {
    this.#clock = clock;
    for (const question of this.#asked ?? []) question.resume = clock.pause(); // asked before there was a clock
  }

  /** While somebody is asked, the time of the call stands still: a person may think longer than a tool may work. */
  #untimed(dialogue: Dialogue): Dialogue {
    return {
      ...dialogue,
      request: async (asked) => {
        const resume = this.#clock?.pause();
        const question: { resume?: () => void } = defined({ resume });
        this.#asked ??= new Set();
        this.#asked.add(question);
        try {
          return await dialogue.request(asked);
        } finally {
          this.#asked?.delete(question);
          question.resume?.();
        }
      },
    };
  }

  #stillOpen(): ExecutionWorld {
    if (this.#stopped === undefined) return this.#world;
    throw new DejimaError("cancelled", "Cannot go on: the call has ended");
  }
}

/** What a tool tells or asks the caller on the way is redacted like its result. */
function redacted(dialogue: Dialogue, { redactor }: Pick<ExecutionWorld, "redactor">): Dialogue {
  const clean = <Data>(data: Data): Data =>
    data === undefined ? data : JSON.parse(redactor.json(JSON.stringify(data)));
  return {
    ...dialogue,
    request: (asked) => dialogue.request(clean(asked)),
    ...(dialogue.onLog === undefined ? {} : { onLog: (message) => dialogue.onLog?.(clean(message)) }),
  };
}
