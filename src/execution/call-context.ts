import type { Artifacts } from "../contract/artifact.ts";
import type { Dialogue } from "../contract/dialogue.ts";
import { DejimaError } from "../contract/error.ts";
import type { FileAccess } from "../contract/file-access.ts";
import type { Environment, Progress, ToolContext } from "../contract/tool.ts";
import type { WorkingClock } from "../support/working-clock.ts";
import type { Call, JudgedRequest } from "./call.ts";
import type { ExecutionWorld } from "./execution-world.ts";
import type { CallRecorder } from "./log/call-recorder.ts";
import { permittedFiles } from "./permitted-files.ts";

/** What one call sees of the world. Signal and files are made when first asked for: most calls need neither. */
export class CallContext implements ToolContext {
  readonly runId: string;
  readonly callId: string;
  readonly dialogue: Dialogue | undefined;
  readonly #judged: JudgedRequest;
  readonly #world: ExecutionWorld;
  readonly #recorder: CallRecorder;
  #controller: AbortController | undefined;
  #files: FileAccess | undefined;
  #stopped: DejimaError | undefined;
  #clock: WorkingClock | undefined;
  /** Questions that nobody has answered yet, each with what sets the clock going again. */
  #asked: Set<{ resume?: () => void }> | undefined;

  constructor(call: Call, judged: JudgedRequest, world: ExecutionWorld, recorder: CallRecorder) {
    this.runId = call.runId;
    this.callId = call.callId;
    this.dialogue = call.dialogue === undefined ? undefined : this.#untimed(call.dialogue);
    this.#judged = judged;
    this.#world = world;
    this.#recorder = recorder;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#stopped !== undefined) this.#controller.abort(this.#stopped);
    }
    return this.#controller.signal;
  }

  get environment(): Environment {
    return {
      get: (name) => this.#stillOpen().environment.get(name),
      set: (name, value) => this.#stillOpen().environment.set(name, value),
    };
  }

  get artifacts(): Artifacts {
    return {
      save: (file) => {
        this.#stillOpen();
        return this.#recorder.keepArtifact(file);
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
        const question: { resume?: () => void } = resume === undefined ? {} : { resume };
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
