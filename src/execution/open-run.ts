import { join } from "node:path";
import type { Ask } from "../contract/approval.ts";
import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { RunMode, RunStatus } from "../contract/run.ts";
import type { Layer } from "../policy/layer.ts";
import type { Store } from "../store/store.ts";
import { makeFolder } from "../support/make-folder.ts";
import { createTimeText } from "../support/time-text.ts";
import { createAdmission } from "./admission.ts";
import type { CallRequest } from "./call.ts";
import { type ChainOutcome, type ChainStep, runChain } from "./chain.ts";
import type { EventBus } from "./event-bus.ts";
import { executeCall } from "./execute-call.ts";
import type { ExecutionWorld } from "./execution-world.ts";
import { type HarbourLog, type LogDurability, openHarbourLog } from "./harbour-log.ts";
import { openObservationShelf } from "./observation-shelf.ts";
import { newRunId } from "./run-id.ts";
import { takeInput } from "./take-input.ts";

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
  /** Hears how each call of a tool went. */
  onUse(use: { tool: string; ok: boolean; durationMs: number }): void;
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
  /** Adds an event to the log that belongs to no call in progress. */
  record(event: HarbourEvent): HarbourEvent;
  readonly ended: boolean;
  end(status: RunStatus): Promise<void>;
}

/** Opens a run: its folder, its log, its row in the store. */
export async function openRun(harbour: Harbour, options: RunOptions): Promise<OpenRun> {
  const { now, bus, registry, redactor, durability, version } = harbour;
  const { title, mode } = options;
  const startedAt = Math.floor(now());
  const id = newRunId(startedAt);
  const folder = join(harbour.runsFolder, id);
  await makeRunFolder(folder);
  const log = openHarbourLog({ folder, runId: id, durability, redactor });
  const timeText = createTimeText();
  let calls = 0;
  let running = 0;
  let idle = () => {};
  let ended: Promise<void> | undefined;

  const record = (event: HarbourEvent): HarbourEvent => {
    const written = log.append(event);
    bus.emit(written);
    if (event.type !== "call-end" || event.risk === undefined) return written;
    const use = { tool: event.tool, ok: event.result.ok, durationMs: event.durationMs };
    registry.use.record(event.tool, use);
    harbour.onUse(use);
    return written;
  };
  record({ type: "run-start", runId: id, at: timeText(now()), title, mode, version });
  const store = await storeOrClose(harbour, log);
  await store.runs.create({
    id,
    title,
    mode,
    startedAt,
    calls: 0,
    status: "open",
    records: 1,
    head: log.head().hash,
  });

  const world: ExecutionWorld = {
    registry,
    layers: [...harbour.layers, ...(options.layers ?? [])],
    files: harbour.files,
    limits: harbour.limits,
    cache: harbour.cache,
    environment: harbour.environment,
    redactor,
    now,
    timeText,
    ask: options.ask,
    admission: createAdmission(harbour.maxConcurrent),
    undoFolder: join(folder, "undo"),
    shelf: lazily(() => openObservationShelf(folder)),
    record,
    announce: bus.emit,
  };

  async function execute({ tool, input = {}, signal, approve, onEvent }: CallRequest): Promise<Outcome> {
    if (ended !== undefined)
      throw new DejimaError("conflict", `Cannot call "${tool}": run ${id} has ended`, { runId: id });
    calls++;
    running++;
    const call = {
      tool,
      input: takeInput(input, world),
      signal,
      approve,
      runId: id,
      callId: `${id}.${calls}`,
      startedAt: now(),
    };
    try {
      return await executeCall(call, onEvent === undefined ? world : listenedTo(world, onEvent));
    } finally {
      running--;
      if (running === 0) idle();
    }
  }

  async function end(status: RunStatus): Promise<void> {
    if (running > 0) {
      await new Promise<void>((resolve) => {
        idle = resolve;
      });
    }
    record({ type: "run-end", runId: id, at: timeText(now()), status, calls });
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
    record,
    get ended() {
      return ended !== undefined;
    },
    end(status) {
      ended ??= end(status);
      return ended;
    },
  };
}

async function storeOrClose(harbour: Harbour, log: HarbourLog): Promise<Store> {
  try {
    return await harbour.store();
  } catch (error) {
    log.close();
    throw error;
  }
}

function listenedTo(world: ExecutionWorld, onEvent: NonNullable<CallRequest["onEvent"]>): ExecutionWorld {
  return {
    ...world,
    record(event) {
      const written = world.record(event);
      tell(onEvent, written);
      return written;
    },
    announce(event) {
      world.announce(event);
      tell(onEvent, event);
    },
  };
}

// A listener of one call, like any subscriber, must not be able to harm it.
function tell(listener: NonNullable<CallRequest["onEvent"]>, event: HarbourEvent): void {
  try {
    listener(event);
  } catch {
    // Its own fault, and nobody else's.
  }
}

async function makeRunFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
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
