import { join, resolve } from "node:path";
import type { ConfigInput } from "./config/config-schema.ts";
import { type Settings, settingsFrom } from "./config/load-config.ts";
import type { Ask } from "./contract/approval.ts";
import type { HarbourEvent } from "./contract/event.ts";
import type { Outcome } from "./contract/outcome.ts";
import type { RunMode } from "./contract/run.ts";
import type { Tool, ToolSummary } from "./contract/tool.ts";
import type { CallRequest } from "./execution/call.ts";
import { createCallCache } from "./execution/call-cache.ts";
import type { ChainOutcome, ChainStep } from "./execution/chain.ts";
import { createEventBus, type Listener } from "./execution/event-bus.ts";
import { type Harbour, type OpenRun, openRun, type RunOptions } from "./execution/open-run.ts";
import { measureInput, prepareCall } from "./execution/prepare-call.ts";
import { createRedactor } from "./execution/redactor.ts";
import { createEnvironment } from "./execution/run-environment.ts";
import { openRunHistory, type RunHistory } from "./execution/run-history.ts";
import { type UndoResult, undoRecordedCall } from "./execution/undo-recorded-call.ts";
import { createFileGuard } from "./files/file-guard.ts";
import { SENSITIVE_FILES } from "./policy/defaults.ts";
import { type Explanation, explainVerdict } from "./policy/explain.ts";
import { globalLayer } from "./policy/global-layer.ts";
import { runTrustedProgram } from "./sandbox/trusted-program.ts";
import { builtinTools } from "./sources/builtin/builtin-tools.ts";
import { openStore } from "./store/open-store.ts";
import { persistStatistics } from "./store/persist-statistics.ts";
import type { Store } from "./store/store.ts";
import { describeTool, summariseTool, type ToolInfo } from "./tool/describe-tool.ts";
import { ToolRegistry } from "./tool/tool-registry.ts";
import { VERSION } from "./version.ts";

/** How a runtime is made. Everything has a default. */
export interface RuntimeOptions {
  /** Settings that were loaded from a file; wins over `config`, `workspace` and `home`. */
  readonly settings?: Settings;
  /** The keys of dejima.yaml, as data. */
  readonly config?: ConfigInput;
  /** The folder that tools work in; the current one when left out. */
  readonly workspace?: string;
  /** Where runs and the database are kept; `.dejima` in the workspace when left out. */
  readonly home?: string;
  /** Tools of your own, made with `defineTool`. */
  readonly tools?: Iterable<Tool>;
  readonly mode?: RunMode;
  /** Asks a person; without it, calls that would ask are refused with `approval_required`. */
  readonly ask?: Ask;
  /** The environment that get_env looks into, as far as the config lists names. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  readonly store?: Store;
  /** Hears of subscribers that throw. */
  readonly onFault?: (error: unknown) => void;
}

export type { LogRecord } from "./execution/read-log.ts";

export type CallOptions = Pick<CallRequest, "signal" | "approve" | "onEvent">;

/** The one gate: every tool, found, judged, run and recorded. */
export interface Runtime {
  readonly registry: ToolRegistry;
  readonly settings: Settings;
  readonly history: RunHistory;
  /** The catalogue, by name. */
  tools(): ToolSummary[];
  /** One tool in full; an unknown name is an error that offers the nearest ones. */
  toolInfo(name: string): ToolInfo;
  /** The config that holds, with every secret left out. */
  redactedConfig(): unknown;
  /** Calls a tool in the runtime's own run, which begins with the first such call. */
  execute(tool: string, input?: unknown, options?: CallOptions): Promise<Outcome>;
  executeMany(requests: readonly CallRequest[]): Promise<Outcome[]>;
  executeChain(steps: readonly ChainStep[], options?: { signal?: AbortSignal }): Promise<ChainOutcome>;
  /** Opens a run of its own. */
  openRun(options?: Partial<RunOptions>): Promise<OpenRun>;
  /** Judges a call without running it. */
  explain(tool: string, input?: unknown): Promise<Explanation>;
  /** Puts back what a call has changed. */
  undo(callId: string): Promise<UndoResult>;
  subscribe(listener: Listener): () => void;
  events(options: { signal: AbortSignal }): AsyncIterable<HarbourEvent>;
  store(): Promise<Store>;
  close(): Promise<void>;
}

const CACHE_ENTRIES = 500;

/** Wires a runtime: the only place where everything meets. */
export function createRuntime(options: RuntimeOptions = {}): Runtime {
  const settings = options.settings ?? embeddedSettings(options);
  const { config, base, home } = settings;
  const runsFolder = join(home, "runs");
  const variables = options.variables ?? {};
  const workspace = resolve(base, config.workspace);

  let opening: Promise<Store> | undefined;
  const store = () =>
    (opening ??=
      options.store === undefined
        ? openStore({ file: join(home, "dejima.db") })
        : Promise.resolve(options.store));
  const bus = createEventBus(options.onFault ?? (() => {}));
  const history = openRunHistory(runsFolder, store);
  const registry = new ToolRegistry();
  const statistics = persistStatistics(store);

  const files = createFileGuard({
    workspace,
    allowedPaths: config.tools.allowedPaths.map((path) => resolve(base, path)),
    protectedPaths: [home, ...(settings.file === undefined ? [] : [settings.file])],
    sensitivePatterns: SENSITIVE_FILES,
    undoMaxBytes: config.tools.undoLimit,
    runProgram: runTrustedProgram,
  });
  registry.registerMany(
    builtinTools({ registry, readRunLog: history.readEnd, readObservation: history.observation }),
  );
  registry.registerMany(options.tools ?? []);

  const harbour: Harbour = {
    registry,
    layers: [globalLayer(config.permissions, { base: workspace, ...labelOf(settings) })],
    files,
    limits: {
      timeoutMs: config.tools.timeout,
      networkTimeoutMs: config.tools.networkTimeout,
      maxInputCharacters: config.tools.maxInput,
      maxOutputCharacters: config.tools.maxOutput,
    },
    cache: createCallCache(CACHE_ENTRIES, Date.now),
    environment: createEnvironment({ ...config.tools.environment, secrets: settings.secrets, variables }),
    redactor: createRedactor(settings.secrets),
    now: () => performance.timeOrigin + performance.now(),
    runsFolder,
    maxConcurrent: config.tools.maxConcurrent,
    durability: config.log.durability,
    version: VERSION,
    bus,
    onUse: statistics.add,
    store,
  };

  const runs = new Map<string, OpenRun>();
  let own: Promise<OpenRun> | undefined;

  async function open(runOptions: Partial<RunOptions> = {}): Promise<OpenRun> {
    const { ask } = options;
    const run = await openRun(harbour, {
      title: "",
      mode: options.mode ?? (ask === undefined ? "unattended" : "interactive"),
      ...(ask === undefined ? {} : { ask }),
      ...runOptions,
    });
    runs.set(run.id, run);
    return run;
  }
  const ownRun = () => (own ??= open({ title: "calls of this process" }));

  return {
    registry,
    settings,
    history,
    tools: () => registry.list().map(summariseTool),
    toolInfo: (name) => describeTool(registry.require(name)),
    redactedConfig: () => JSON.parse(harbour.redactor.json(JSON.stringify(config))),
    execute: async (tool, input, callOptions) => (await ownRun()).execute({ ...callOptions, tool, input }),
    executeMany: async (requests) => (await ownRun()).executeMany(requests),
    executeChain: async (steps, chainOptions) => (await ownRun()).executeChain(steps, chainOptions),
    openRun: open,
    async explain(tool, input = {}) {
      const judged = await prepareCall({ tool, input, measure: measureInput(input, harbour) }, harbour);
      return explainVerdict(judged, judged.verdict);
    },
    undo: (callId) => undoRecordedCall(callId, { harbour, run: (id) => runs.get(id) }),
    subscribe: bus.subscribe,
    events: bus.events,
    store,
    async close() {
      for (const run of runs.values()) await run.end("done");
      await statistics.flush();
      if (options.store === undefined) await (await opening)?.close();
    },
  };
}

function embeddedSettings({ config = {}, workspace = process.cwd(), home }: RuntimeOptions): Settings {
  const base = resolve(workspace);
  return settingsFrom(config, { base, home: resolve(base, home ?? ".dejima") });
}

function labelOf({ file, lineOf }: Settings): { file?: string; lineOf: Settings["lineOf"] } {
  return file === undefined ? { lineOf } : { file, lineOf };
}
