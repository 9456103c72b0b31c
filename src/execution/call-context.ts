import type { Artifacts } from "../contract/artifact.ts";
import type { Dialogue } from "../contract/dialogue.ts";
import type { Effect } from "../contract/effect.ts";
import { DejimaError } from "../contract/error.ts";
import type { FileAccess } from "../contract/file-access.ts";
import type { Environment, InnerCalls, Progress, ToolContext } from "../contract/tool.ts";
import { isSecretRead } from "../policy/defaults.ts";
import { judge } from "../policy/judge.ts";
import { judgeStep } from "../policy/judge-step.ts";
import type { Layer } from "../policy/layer.ts";
import { withheldFrom } from "../policy/withheld.ts";
import { defined } from "../support/defined.ts";
import type { WorkingClock } from "../support/working-clock.ts";
import type { Call, JudgedRequest } from "./call.ts";
import { ContentWitness } from "./flow/content-witness.ts";
import type { ExecutionWorld } from "./harbour.ts";
import type { CallRecorder } from "./log/call-recorder.ts";

/** What one call sees of the world. Signal and files are made when first asked for: most calls need neither. */
export class CallContext implements ToolContext {
  readonly runId: string;
  readonly callId: string;
  readonly userId: string;
  readonly allowedPaths: readonly string[];
  readonly dialogue: Dialogue | undefined;
  readonly bound: unknown;
  readonly #call: Call;
  readonly #judged: JudgedRequest;
  readonly #world: ExecutionWorld;
  readonly #recorder: CallRecorder;
  #controller: AbortController | undefined;
  #files: FileAccess | undefined;
  #inner: InnerCalls | undefined;
  #witness: ContentWitness | undefined;
  #stopped: DejimaError | undefined;
  #clock: WorkingClock | undefined;
  /** Questions that nobody has answered yet, each with what sets the clock going again. */
  #asked: Set<{ resume?: () => void }> | undefined;

  constructor(call: Call, judged: JudgedRequest, world: ExecutionWorld, recorder: CallRecorder) {
    this.runId = call.runId;
    this.callId = call.callId;
    this.userId = world.user;
    this.allowedPaths = judged.allowedPaths ?? world.allowedPaths;
    this.bound = judged.bound;
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

  get calls(): InnerCalls | undefined {
    if (this.#judged.tool.composes !== true) return undefined;
    this.#inner ??= this.#world.innerCalls(this.#call, this.signal);
    return this.#inner;
  }

  // Arrow, so that a tool may pass it on without its context.
  readonly mark = (sources: readonly string[], part?: Parameters<ToolContext["mark"]>[1]): void => {
    if (sources.length > 0) this.witness.enter(sources, part);
  };

  get inputSources(): readonly string[] {
    return this.#world.provenance.inputSources(this.#judged);
  }

  get environment(): Environment {
    return {
      get: (name) => {
        const value = this.#stillOpen().environment.get(name);
        this.mark(this.#sourcesOf(name));
        return value;
      },
      set: (name, value) => {
        const previous = this.#stillOpen().environment.set(name, value);
        const { markedVariables, provenance } = this.#world;
        this.mark(this.#sourcesOf(name));
        const key = this.#variableKey(name);
        if (provenance.sources.length === 0) markedVariables.delete(key);
        else markedVariables.set(key, [...provenance.sources]);
        return previous;
      },
      given: () => {
        const { environment, layers } = this.#stillOpen();
        const { tool } = this.#judged;
        const mayRead = (name: string) =>
          judgeStep(tool, { kind: "env.read", target: name }, layers) !== "deny";
        const held = Object.entries(environment.given()).filter(([name]) => mayRead(name));
        this.mark(held.flatMap(([name]) => this.#sourcesOf(name)));
        return Object.fromEntries(held);
      },
    };
  }

  #variableKey = (name: string): string => `${this.userId} ${name}`;

  #sourcesOf(name: string): readonly string[] {
    return this.#world.markedVariables.get(this.#variableKey(name)) ?? [];
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
    const { files, undoFolder, layers, unsaved, blobs } = this.#world;
    this.#files ??= files.open({
      callId: this.callId,
      undoFolder,
      ...(blobs === undefined ? {} : { onKept: () => blobs.publish(this.runId) }),
      signal: this.signal,
      permits: permittedFiles(this.#judged, layers),
      witness: this.witness,
      unsaved,
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

/**
 * Holds a running call to what was judged: it may use what it declared, or what lies below a folder that it declared, and
 * of that nothing which a rule denies or a person would have to be asked about. Who may replace or remove a file may look
 * at it as well, unless a rule speaks of reading it.
 */
function permittedFiles(
  { tool, effects }: JudgedRequest,
  layers: readonly Layer[],
): (effect: Effect) => boolean {
  // What comes this way can be undone, whatever other ways the tool has.
  const guarded = { ...tool, flow: { ...tool.flow, files: "guarded" as const } };
  const judges = (wanted: Effect, voices: readonly Layer[]) =>
    judge({ tool: guarded, effects: [wanted] }, voices).verdict === "allow";
  return (wanted) => {
    const covering = effects.filter((declared) => covers(declared, wanted));
    const same = covering.filter(({ target }) => target === wanted.target);
    if (same.some(({ kind }) => kind === wanted.kind)) return true;
    if (same.length > 0 && !isSecretRead(wanted)) return judges(wanted, layers.map(withoutDefaults));
    return covering.length > 0 && judges(wanted, layers.map(withoutFamilies));
  };
}

/** Whoever agreed to the call has been asked about what its family covers. */
function withoutFamilies(layer: Layer): Layer {
  return {
    ...layer,
    covering: (tool, effect) =>
      layer.covering(tool, effect).filter(({ family, verdict }) => family !== true || verdict !== "ask"),
  };
}

function withoutDefaults(layer: Layer): Layer {
  return layer.otherwise === "default" ? { ...layer, otherwise: "allow" } : layer;
}

function covers(declared: Effect, wanted: Effect): boolean {
  const sameKind =
    declared.kind === wanted.kind || (wanted.kind === "file.read" && declared.kind.startsWith("file."));
  if (!sameKind) return false;
  return (
    wanted.target === declared.target ||
    wanted.target.startsWith(`${declared.target === "/" ? "" : declared.target}/`)
  );
}
