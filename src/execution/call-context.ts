import type { Artifacts } from "../contract/artifact.ts";
import type { Dialogue } from "../contract/dialogue.ts";
import { DejimaError } from "../contract/error.ts";
import type { FileAccess } from "../contract/file-access.ts";
import type { Environment, Progress, ToolContext } from "../contract/tool.ts";
import type { Call, JudgedRequest } from "./call.ts";
import type { CallRecorder } from "./call-recorder.ts";
import type { ExecutionWorld } from "./execution-world.ts";
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

  constructor(call: Call, judged: JudgedRequest, world: ExecutionWorld, recorder: CallRecorder) {
    this.runId = call.runId;
    this.callId = call.callId;
    this.dialogue = call.dialogue;
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

  #stillOpen(): ExecutionWorld {
    if (this.#stopped === undefined) return this.#world;
    throw new DejimaError("cancelled", "Cannot go on: the call has ended");
  }
}
