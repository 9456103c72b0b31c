import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Ask } from "../contract/approval.ts";
import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { RunMode, RunStatus } from "../contract/run.ts";
import type { Layer } from "../policy/layer.ts";
import type { Store } from "../store/store.ts";
import { createAdmission } from "./admission.ts";
import type { CallRequest } from "./call.ts";
import { type ChainOutcome, type ChainStep, runChain } from "./chain.ts";
import type { EventBus } from "./event-bus.ts";
import { executeCall } from "./execute-call.ts";
import type { ExecutionWorld } from "./execution-world.ts";
import { type LogDurability, openHarbourLog } from "./harbour-log.ts";
import { openObservationShelf } from "./observation-shelf.ts";
import { newRunId } from "./run-id.ts";

export interface RunOptions {
  readonly title: string;
  readonly mode: RunMode;
  /** Present only where a person can be asked. */
  readonly ask?: Ask;
  /** Further layers for this run; they can only tighten. */
  readonly layers?: readonly Layer[];
}

/** What runs share. */
export interface Harbour
  extends Pick<
    ExecutionWorld,
    "registry" | "layers" | "files" | "limits" | "cache" | "environment" | "redactor" | "now"
  > {
  readonly runsFolder: string;
  readonly maxConcurrent: number;
  readonly durability: LogDurability;
  readonly version: string;
  readonly bus: EventBus;
  store(): Promise<Store>;
}

/** A run that is open: the only place from which tools can be called. */
export interface OpenRun {
  readonly id: string;
  readonly folder: string;
  execute(request: CallRequest): Promise<Outcome>;
  /** Independent calls, in parallel as far as the limit allows; outcomes in the order of the requests. */
  executeMany(requests: readonly CallRequest[]): Promise<Outcome[]>;
  executeChain(steps: readonly ChainStep[], options?: { signal?: AbortSignal }): Promise<ChainOutcome>;
  end(status: RunStatus): Promise<void>;
}

/** Opens a run: its folder, its log, its row in the store. */
export async function openRun(harbour: Harbour, options: RunOptions): Promise<OpenRun> {
  const { now, bus, registry } = harbour;
  const startedAt = Math.floor(now());
  const id = newRunId(startedAt);
  const folder = join(harbour.runsFolder, id);
  makeFolder(folder);
  const log = openHarbourLog({
    folder,
    runId: id,
    durability: harbour.durability,
    redactor: harbour.redactor,
  });
  let calls = 0;
  let ended: Promise<void> | undefined;

  const record = (event: HarbourEvent, onEvent?: CallRequest["onEvent"]) => {
    log.append(event);
    bus.emit(event);
    tell(onEvent, event);
    if (event.type === "call-end")
      registry.use.record(event.tool, { ok: event.result.ok, durationMs: event.durationMs });
  };
  const at = () => new Date(now()).toISOString();
  record({
    type: "run-start",
    runId: id,
    at: at(),
    title: options.title,
    mode: options.mode,
    version: harbour.version,
  });
  const store = await harbour.store();
  const row = { id, title: options.title, mode: options.mode, startedAt, calls: 0 };
  await store.runs.create({ ...row, status: "open", records: 1, head: log.head().hash });

  const world: Omit<ExecutionWorld, "record" | "announce"> = {
    registry,
    layers: [...harbour.layers, ...(options.layers ?? [])],
    files: harbour.files,
    limits: harbour.limits,
    cache: harbour.cache,
    environment: harbour.environment,
    redactor: harbour.redactor,
    now,
    ask: options.ask,
    admission: createAdmission(harbour.maxConcurrent),
    undoFolder: join(folder, "undo"),
    shelf: lazily(() => openObservationShelf(folder)),
  };

  async function execute(request: CallRequest): Promise<Outcome> {
    if (ended !== undefined)
      throw new DejimaError("conflict", `Cannot call "${request.tool}": run ${id} has ended`, { runId: id });
    calls++;
    const call = { ...request, runId: id, callId: `${id}.${calls}`, startedAt: now() };
    const { onEvent } = request;
    return executeCall(call, {
      ...world,
      record: onEvent === undefined ? record : (event) => record(event, onEvent),
      announce: (event) => {
        bus.emit(event);
        tell(onEvent, event);
      },
    });
  }

  async function end(status: RunStatus): Promise<void> {
    record({ type: "run-end", runId: id, at: at(), status, calls });
    log.close();
    const { records, hash } = log.head();
    await store.runs.update(id, { status, endedAt: Math.floor(now()), calls, records, head: hash });
  }

  return {
    id,
    folder,
    execute,
    executeMany: (requests) => Promise.all(requests.map(execute)),
    executeChain: (steps, { signal } = {}) =>
      runChain(steps, (tool, input) => execute({ tool, input, ...(signal === undefined ? {} : { signal }) })),
    end(status) {
      ended ??= end(status);
      return ended;
    },
  };
}

// A listener of one call, like any subscriber, must not be able to harm it.
function tell(listener: CallRequest["onEvent"], event: HarbourEvent): void {
  try {
    listener?.(event);
  } catch {
    // Its own fault, and nobody else's.
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DejimaError(
      "io_error",
      `Cannot make the run folder "${folder}": ${why}. Point --home or DEJIMA_HOME at a folder that can be written`,
      { folder },
      { cause },
    );
  }
}

function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
