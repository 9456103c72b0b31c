import { join, resolve } from "node:path";
import type { Agent } from "./agent/create-agent.ts";
import type { ConfigInput } from "./config/config-schema.ts";
import { CONFIG_FILE, HOME_FOLDER, type Settings, settingsFrom } from "./config/load-config.ts";
import type { Ask } from "./contract/approval.ts";
import type { HarbourEvent } from "./contract/event.ts";
import type { Outcome } from "./contract/outcome.ts";
import type { RunMode } from "./contract/run.ts";
import type { Tool, ToolSummary } from "./contract/tool.ts";
import { type Approvals, approvalsOf, type Grants, grantsOf } from "./execution/approvals.ts";
import type { CallRequest } from "./execution/call.ts";
import type { ChainOutcome, ChainStep } from "./execution/chain.ts";
import { createEventBus, type Listener } from "./execution/event-bus.ts";
import type { OpenRun } from "./execution/open-run.ts";
import type { RunHistory } from "./execution/run-history.ts";
import type { UndoResult } from "./execution/undo-recorded-call.ts";
import { lazySearch } from "./lazy-search.ts";
import type { LanguageModel } from "./model/language/language-model.ts";
import { lazyClient } from "./network/lazy-client.ts";
import type { Search } from "./open-search.ts";
import { type Explanation, explainVerdict } from "./policy/explain.ts";
import { globalLayer } from "./policy/global-layer.ts";
import { type ActiveSkills, createRunKeeper, type RunWishes } from "./run-keeper.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { builtinTools } from "./sources/builtin/builtin-tools.ts";
import { createCodeRunner } from "./sources/builtin/code/code-runner.ts";
import type { McpSource } from "./sources/mcp/mcp-source.ts";
import { mcpTools } from "./sources/mcp/tool/mcp-tools.ts";
import type { SkillLibrary } from "./sources/skills/library/skill-library.ts";
import { skillTools } from "./sources/skills/tools/skill-tools.ts";
import { persistStatistics } from "./store/persist-statistics.ts";
import type { Store } from "./store/store.ts";
import { once } from "./support/once.ts";
import { truePath } from "./support/true-path.ts";
import { describeTool, summariseTool, type ToolInfo } from "./tool/describe-tool.ts";
import { ToolRegistry } from "./tool/tool-registry.ts";

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
  /** Wait in the store for an answer instead of refusing at once when there is nobody to ask. */
  readonly park?: boolean;
  /** The agent's model: one of your own, or `provider:name`. Without it, config and environment decide. */
  readonly model?: LanguageModel | string;
  readonly persona?: string;
  /** The environment that get_env looks into, as far as the config lists names. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  readonly store?: Store;
  /** Hears of subscribers that throw. */
  readonly onFault?: (error: unknown) => void;
}

/** Another model or persona than the runtime's own. */
export type AgentWishes = Pick<RuntimeOptions, "model" | "persona">;
export type { Agent, TurnOptions } from "./agent/create-agent.ts";
export type { ApprovalView } from "./execution/approval-view.ts";
export type { LogRecord } from "./execution/read-log.ts";
export type { SkillPreview } from "./sources/skills/install/preview-skill.ts";

export type CallOptions = Pick<CallRequest, "signal" | "approve" | "onEvent">;

/** The one gate: every tool, found, judged, run and recorded. */
export interface Runtime {
  readonly registry: ToolRegistry;
  readonly settings: Settings;
  /** The runs that were made, their logs and observations. */
  history(): Promise<RunHistory>;
  /** The catalogue, by name. */
  tools(): ToolSummary[];
  /** One tool in full; an unknown name is an error that offers the nearest ones. */
  toolInfo(name: string): ToolInfo;
  /** The config that holds, with every secret left out. */
  redactedConfig(): Promise<unknown>;
  /** Calls a tool in the runtime's own run, which begins with the first such call. */
  execute(tool: string, input?: unknown, options?: CallOptions): Promise<Outcome>;
  executeMany(requests: readonly CallRequest[]): Promise<Outcome[]>;
  executeChain(steps: readonly ChainStep[], options?: { signal?: AbortSignal }): Promise<ChainOutcome>;
  /** Asks a person about several calls at once; each approved one may then be made once. */
  submitPlan: OpenRun["submitPlan"];
  /** Opens a run of its own. While skills are active in it, it can do only what each of them lists. */
  openRun(options?: RunWishes): Promise<OpenRun>;
  /** Opens a run again whose process is gone; it goes on in its own log. */
  reopenRun(runId: string, options?: RunWishes): Promise<OpenRun>;
  /** From a message to an answer, through this gate. */
  agent(wishes?: AgentWishes): Promise<Agent>;
  /** Makes `provider:name` the model that is used from now on; nothing gives the choice back to the config. */
  useModel(name: string | undefined): Promise<void>;
  /** Judges a call without running it. */
  explain(tool: string, input?: unknown, options?: ActiveSkills): Promise<Explanation>;
  /** The questions to people, and the way to answer them. For doors: no tool can reach it. */
  readonly approvals: Approvals;
  /** Agreements that cover more than one call. */
  readonly grants: Grants;
  /** Runs an approved call whose process has gone, exactly once. */
  resumeApproved(id: string): Promise<Outcome>;
  /** Puts back what a call has changed. */
  undo(callId: string): Promise<UndoResult>;
  /** The skills there are, and what can be done with them. */
  skills(): Promise<SkillLibrary>;
  /** Finds tools and skills by what a request means. */
  search(): Promise<Search>;
  /** Makes the tools of configured MCP servers known, as far as they were seen before. Calls wait for it by themselves. */
  ready(): Promise<void>;
  /** The MCP servers of the config. */
  mcp(): Promise<McpSource>;
  /** The sandbox that the config names; looked for with the first program. */
  sandbox(): Promise<Sandbox>;
  subscribe(listener: Listener): () => void;
  events(options: { signal: AbortSignal }): AsyncIterable<HarbourEvent>;
  store(): Promise<Store>;
  close(): Promise<void>;
}

/** Wires a runtime: catalogue and policy now, the rest with the first call. */
export function createRuntime(options: RuntimeOptions = {}): Runtime {
  const settings = options.settings ?? embeddedSettings(options);
  const { config, base, home } = settings;
  const bus = createEventBus(options.onFault ?? (() => {}));
  const registry = new ToolRegistry();
  // Rules see true paths, so their relative patterns must stand on one.
  const workspace = truePath(resolve(base, config.workspace));
  const layers = [globalLayer(config.permissions, { base: workspace, truePath, ...labelOf(settings) })];

  const store = once(
    async () =>
      options.store ?? (await import("./store/open-store.ts")).openStore({ file: join(home, "dejima.db") }),
  );
  const statistics = persistStatistics(store.get);
  const { variables = {} } = options;
  const world = once(async () => {
    const { openHarbour } = await import("./open-harbour.ts");
    return openHarbour({
      settings,
      workspace,
      registry,
      layers,
      bus,
      statistics,
      variables,
      store: store.get,
    });
  });
  const history = async () => (await world.get()).history;

  const sandbox = once(async () => (await import("./open-sandbox.ts")).openSandbox(config.sandbox));
  const client = lazyClient(async () => (await import("./open-network.ts")).openNetwork(config.network));
  const { skills, search } = lazySearch(settings, { registry, client, store: store.get });
  const hidden = [
    home,
    join(workspace, HOME_FOLDER),
    join(workspace, CONFIG_FILE),
    ...(settings.file === undefined ? [] : [settings.file]),
  ];
  const code = createCodeRunner({
    workspace,
    hidden,
    timeoutMs: config.sandbox.timeout,
    sandbox: sandbox.get,
  });
  registry.registerMany(
    builtinTools({
      registry,
      code,
      client,
      webSearch: config.webSearch,
      search: async (request, how) => (await search.get()).tools(request, how),
      readRunLog: async (runId, page) => (await history()).readEnd(runId, page),
      readObservation: async (runId, ref) => (await history()).observation(runId, ref),
    }),
  );
  registry.registerMany(
    skillTools({
      workspace,
      hidden,
      timeoutMs: config.sandbox.scriptTimeout,
      variables,
      library: skills.get,
      findSkills: async (request, how) => (await search.get()).skills(request, how),
      sandbox: sandbox.get,
      folderOf: (runId, callId) => join(home, "runs", runId, "sandbox", callId),
    }),
  );
  const mcp = once(async () =>
    (await import("./open-mcp.ts")).openMcp({
      settings,
      registry,
      workspace,
      hidden,
      variables,
      sandbox: sandbox.get,
      store: store.get,
    }),
  );
  const ready = async () => {
    if (Object.keys(config.mcpServers).length > 0) await mcp.get();
  };
  registry.registerMany(mcpTools(mcp.get));
  registry.registerMany(options.tools ?? []);

  const { ask, park, mode = ask === undefined ? "unattended" : "interactive" } = options;
  const usual = { mode, ...(ask === undefined ? {} : { ask }), ...(park === undefined ? {} : { park }) };
  const harbour = async () => (await world.get()).harbour;
  const runs = createRunKeeper({ workspace, usual, harbour, skills: skills.get, ready });
  const approvals = approvalsOf(world.get);
  const own = once(() => runs.open({ title: "calls of this process" }));
  const agent = async ({ model, persona }: AgentWishes) => {
    await ready();
    const { openAgent } = await import("./open-agent.ts");
    const from = { settings, workspace, registry, variables, model, persona, mode, runs, approvals, history };
    return openAgent({
      ...from,
      subscribe: bus.subscribe,
      skills: skills.get,
      search: search.get,
      store: store.get,
    });
  };
  const ownAgent = once(() => agent(options));

  return {
    registry,
    settings,
    history,
    tools: () => registry.list().map(summariseTool),
    toolInfo: (name) => describeTool(registry.require(name)),
    redactedConfig: async () =>
      JSON.parse((await world.get()).harbour.redactor.record(JSON.stringify(config))),
    execute: async (tool, input, callOptions) => (await own.get()).execute({ ...callOptions, tool, input }),
    executeMany: async (requests) => (await own.get()).executeMany(requests),
    executeChain: async (steps, chainOptions) => (await own.get()).executeChain(steps, chainOptions),
    submitPlan: async (calls, planOptions) => (await own.get()).submitPlan(calls, planOptions),
    openRun: runs.open,
    reopenRun: runs.reopen,
    agent: (wishes) => (wishes === undefined ? ownAgent.get() : agent(wishes)),
    useModel: async (name) => (await import("./open-agent.ts")).rememberModel(name, await store.get()),
    async explain(name, given = {}, { skills: active } = {}) {
      await ready();
      const { prepareCall } = await import("./execution/prepare-call.ts");
      const { redirectCall } = await import("./execution/redirect-call.ts");
      const { takeInput } = await import("./execution/take-input.ts");
      const { harbour } = await world.get();
      const judging = { ...harbour, layers: [...layers, ...(await runs.skillLayers(active))] };
      const call = await redirectCall({ tool: name, input: takeInput(given, harbour) }, harbour);
      const judged = await prepareCall(call, judging);
      return explainVerdict(judged, judged.verdict);
    },
    approvals,
    grants: grantsOf(world.get),
    async resumeApproved(id) {
      const { resumeApproved } = await import("./execution/resume-approved.ts");
      return resumeApproved(id, (await world.get()).harbour);
    },
    async undo(callId) {
      const { undoRecordedCall } = await import("./execution/undo-recorded-call.ts");
      return undoRecordedCall(callId, { harbour: (await world.get()).harbour, run: (id) => runs.get(id) });
    },
    skills: skills.get,
    search: search.get,
    ready,
    mcp: mcp.get,
    sandbox: sandbox.get,
    subscribe: bus.subscribe,
    events: bus.events,
    store: store.get,
    async close() {
      // Everything is closed, whatever fails on the way; what could not be made needs no closing.
      const open = runs.all().filter((run) => !run.ended);
      const ends = await Promise.allSettled(open.map((run) => run.end("done")));
      await statistics.flush();
      await (await search.made?.catch(() => undefined))?.close();
      await (await mcp.made?.catch(() => undefined))?.close();
      await (await sandbox.made?.catch(() => undefined))?.close();
      if (options.store === undefined) await (await store.made?.catch(() => undefined))?.close();
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    },
  };
}

function embeddedSettings({ config = {}, workspace = process.cwd(), home }: RuntimeOptions): Settings {
  const base = resolve(workspace);
  return settingsFrom(config, { base, home: resolve(base, home ?? HOME_FOLDER) });
}

function labelOf({ file, lineOf }: Settings): { file?: string; lineOf: Settings["lineOf"] } {
  return file === undefined ? { lineOf } : { file, lineOf };
}
