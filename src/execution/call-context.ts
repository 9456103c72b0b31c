import type { Artifacts } from "../contract/data/artifact.ts";
import type { FileAccess } from "../contract/data/file-access.ts";
import type { Dialogue } from "../contract/dialogue.ts";
import type { Effect } from "../contract/effect.ts";
import { DejimaError } from "../contract/error.ts";
import { readPrice } from "../contract/figures/tool-spend.ts";
import type { Environment, InnerCalls, Progress, ToolContext } from "../contract/tool.ts";
import { isSecretRead } from "../policy/defaults.ts";
import { judge } from "../policy/judge.ts";
import { judgeStep } from "../policy/judge-step.ts";
import type { Layer } from "../policy/layer.ts";
import { withheldFrom } from "../policy/withheld.ts";
import { defined } from "../support/defined.ts";
import type { WorkingClock } from "../support/process/working-clock.ts";
import type { Call, JudgedRequest } from "./call.ts";
import { ContentWitness } from "./flow/content-witness.ts";
import type { ExecutionWorld } from "./harbour.ts";
import type { CallRecorder } from "./log/call-recorder.ts";

/** The context of one call. Signal and files are created on first access, because most calls need neither. */
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
  /** Unanswered questions, each with the function that restarts the clock. */
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
    this.dialogue =
      call.dialogue === undefined ? undefined : this.#pausingClock(redactDialogue(call.dialogue, world));
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#stopped !== undefined) this.#controller.abort(this.#stopped);
    }
    return this.#controller.signal;
  }

  /** Tracks marked content through the call. */
  get witness(): ContentWitness {
    this.#witness ??= new ContentWitness(this.#call, this.#judged, this.#world);
    return this.#witness;
  }

  /** The witness if one was created, else `undefined`. */
  get existingWitness(): ContentWitness | undefined {
    return this.#witness;
  }

  get calls(): InnerCalls | undefined {
    if (this.#judged.tool.composes !== true) return undefined;
    this.#inner ??= this.#world.innerCalls(this.#call, this.signal);
    return this.#inner;
  }

  // An arrow function, so that a tool can pass it on without its context.
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
        const readable = Object.entries(environment.given()).filter(([name]) => mayRead(name));
        this.mark(readable.flatMap(([name]) => this.#sourcesOf(name)));
        return Object.fromEntries(readable);
      },
    };
  }

  #variableKey(name: string): string {
    return `${this.userId} ${name}`;
  }

  #sourcesOf(name: string): readonly string[] {
    return this.#world.markedVariables.get(this.#variableKey(name)) ?? [];
  }

  get artifacts(): Artifacts {
    return {
      save: (file) => {
        this.#stillOpen();
        const artifact = this.#recorder.saveArtifact(file);
        this.witness.artifact(artifact, file.content);
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

  /** The cost of the call according to the tool and the responses to its requests, in millionths of a US dollar. */
  readonly costReports: (number | undefined)[] = [];

  readonly spent = (usd: number): void => {
    this.costReports.push(usd >= 0 && usd <= 1_000_000 ? Math.ceil(usd * 1_000_000) : undefined);
  };

  readonly answered = (header: (name: string) => string | null | undefined): void => {
    const { price } = this.#judged.tool;
    if (price?.header === undefined) return;
    this.costReports.push(readPrice(header(price.header) ?? "", price));
  };

  // An arrow function, so that a tool can pass it on without its context.
  readonly progress = (update: Progress & { readonly chunk?: string }): void => {
    if (this.#stopped === undefined) this.#recorder.progress(update);
  };

  /** Ends the call for the tool: its signal aborts, and its files and variables refuse. The first reason is kept. */
  stop(reason: DejimaError): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = reason;
    this.#controller?.abort(reason);
  }

  /** Sets the clock that measures the call's time. */
  timeWith(clock: WorkingClock): void {
    this.#clock = clock;
    for (const question of this.#asked ?? []) question.resume = clock.pause(); // asked before there was a clock
  }

  /** Pauses the clock while the caller is asked, because a person may need longer than a tool may run. */
  #pausingClock(dialogue: Dialogue): Dialogue {
    return {
      ...dialogue,
      request: async (request) => {
        const resume = this.#clock?.pause();
        const question: { resume?: () => void } = defined({ resume });
        this.#asked ??= new Set();
        this.#asked.add(question);
        try {
          return await dialogue.request(request);
        } finally {
          this.#asked?.delete(question);
          question.resume?.();
        }
      },
    };
  }

  #stillOpen(): ExecutionWorld {
    if (this.#stopped === undefined) return this.#world;
    throw new DejimaError("cancelled", "Cannot continue: the call has ended");
  }
}

/** Redacts what a tool sends to the caller during the call, like its result. */
function redactDialogue(dialogue: Dialogue, { redactor }: Pick<ExecutionWorld, "redactor">): Dialogue {
  const clean = <Data>(data: Data): Data =>
    data === undefined ? data : JSON.parse(redactor.json(JSON.stringify(data)));
  return {
    ...dialogue,
    request: (request) => dialogue.request(clean(request)),
    ...(dialogue.onLog === undefined ? {} : { onLog: (message) => dialogue.onLog?.(clean(message)) }),
  };
}

/**
 * Limits a running call to what was judged. It may use what it declared and everything below a declared folder, except
 * what a rule denies or would ask a person about. A call that may replace or remove a file may also read it, unless a rule
 * decides about reading it.
 */
function permittedFiles(
  { tool, effects }: JudgedRequest,
  layers: readonly Layer[],
): (effect: Effect) => boolean {
  // Changes through `files` can be undone, whatever other means the tool has.
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

/** Drops `ask` rules of tool families: the approval of the call already covers them. */
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
