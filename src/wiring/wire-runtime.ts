import { join, resolve } from "node:path";
import { CONFIG_FILE, HOME_FOLDER, type Settings } from "../config/load-config.ts";
import { userFolders } from "../config/state-folder.ts";
import { approvalsOf, grantsOf } from "../execution/asking/approvals.ts";
import { createEventBus } from "../execution/event-bus.ts";
import { marksOf } from "../execution/flow/marks.ts";
import { countDays } from "../execution/log/count-days.ts";
import { lazyClient } from "../network/lazy-client.ts";
import { browserTools } from "../sources/browser/browser-tools.ts";
import { createCodeRunner } from "../sources/builtin/shell.ts";
import { mcpTools } from "../sources/mcp/tool/mcp-tools.ts";
import { persistStatistics } from "../store/persist-statistics.ts";
import { closeWith } from "../support/close-with.ts";
import { defined } from "../support/defined.ts";
import { createListeners } from "../support/listeners.ts";
import { removeLock } from "../support/lock-file.ts";
import { once } from "../support/once.ts";
import { opensItself } from "../support/opens-itself.ts";
import { truePath } from "../support/true-path.ts";
import { describeTool, summariseTool } from "../tool/describe-tool.ts";
import { ToolRegistry } from "../tool/tool-registry.ts";
import { bringsServers } from "./brings-servers.ts";
import { bringsTools } from "./brings-tools.ts";
import { configLayers } from "./config-layers.ts";
import { createFindRunOwner } from "./find-run-owner.ts";
import * as kinds from "./member-kinds.ts";
import { lazyMemory } from "./memory-services.ts";
import { openHomeStore } from "./open-home-store.ts";
import { createOutside } from "./outside.ts";
import { registerTools } from "./register-tools.ts";
import { type ActiveSkills, createRunRegistry } from "./run-registry.ts";
import type { AgentOverrides, Runtime, RuntimeOptions } from "./runtime-surface.ts";
import { lazySchedule } from "./schedule-services.ts";
import { sealedFolders } from "./sealed-folders.ts";
import { lazySearch } from "./search-services.ts";
import { serverFiles } from "./server-files.ts";
import { hasLeftOver } from "./settle-left-over.ts";
import { lazyTraces } from "./trace-service.ts";

/** Wires a runtime: catalogue and policy now, the rest with the first call. */
export function wireRuntime(settings: Settings, options: Omit<RuntimeOptions, "settings">): Runtime {
  const { config, base, home } = settings;
  const { onFault = () => {} } = options;
  const bus = createEventBus(onFault);
  const opened = new AsyncDisposableStack();
  const closing = closeWith(opened);
  const registry = new ToolRegistry();
  // Rules see true paths, so their relative patterns must stand on one.
  const workspace = truePath(resolve(base, config.workspace));
  const layers = configLayers(settings, workspace);

  const listeners = createListeners();
  const outside = createOutside(config.network, { listeners, layers });

  const { variables = {} } = options;
  const store = once(async () => options.store ?? openHomeStore(home, variables));
  if (options.store === undefined) closing(store, (own) => own.close());
  const statistics = persistStatistics(store.get);
  const counter = countDays(store.get, { maxOutput: config.tools.maxOutput });
  opened.defer(() => Promise.all([statistics.flush(), counter.flush()]).then(() => {}));
  const sealed = sealedFolders(settings, options.toolFolders);
  const world = once(async () => {
    const { openHarbour } = await import("./open-harbour.ts");
    return openHarbour({
      ...{ settings, workspace, sealed, registry, layers, bus, statistics, counter, variables, client },
      ...{ store: store.get, onFault, onNotice: options.onNotice, run: (id) => runs.get(id) },
    });
  });
  closing(world, async ({ harbour: { processFile, heads, closer } }) => {
    removeLock(processFile);
    await heads.done();
    await closer.done();
  });
  const traces = lazyTraces(config.telemetry, { subscribe: bus.subscribe, onFault });
  closing(traces, (end) => end?.());
  const history = async () => (await world.get()).history;

  const sandbox = once(async () => (await import("./open-sandbox.ts")).openSandbox(config.sandbox, outside));
  closing(sandbox, (own) => own.close());
  const skillSandboxes = once(async () => {
    const { createSkillSandboxes } = await import("./skill-sandboxes.ts");
    return createSkillSandboxes(config.sandbox, { outside, shared: sandbox.get });
  });
  closing(skillSandboxes, (own) => own.close());
  const client = lazyClient(async () => {
    const { openNetwork } = await import("./open-network.ts");
    return openNetwork(outside, (runId) => runs.get(runId));
  });
  const { skills, search, embedders } = lazySearch(settings, {
    registry,
    client,
    store: store.get,
    sandbox: sandbox.get,
  });
  closing(search, (own) => own.close());
  const redact = async (text: string) => (await harbour()).redactor.text(text);
  const memory = lazyMemory({
    ...config.memory,
    store: store.get,
    embedders: embedders.get,
    redact,
  });
  const scheduling = lazySchedule({
    config: config.schedule,
    profiles: memory.profiles.get,
    store: store.get,
    redact,
    onFault,
    agent: () => ownAgent.get(),
    mail: async () => (await post.get()).service,
    get runs() {
      return runs;
    },
  });
  const ownerOf = createFindRunOwner({ store: store.get, runs: () => runs });
  const hidden = [
    home,
    join(workspace, HOME_FOLDER),
    join(workspace, CONFIG_FILE),
    ...(settings.file === undefined ? [] : [settings.file]),
    ...userFolders(variables),
  ];
  const { timeout: timeoutMs } = config.sandbox;
  const code = createCodeRunner({ workspace, hidden, sealed, timeoutMs, sandbox: sandbox.get });
  const post = once(async () => (await import("./open-outbox.ts")).openPost(home, store.get));
  registerTools(registry, {
    settings,
    workspace,
    hidden,
    variables,
    client,
    code,
    ownerOf,
    memories: memory.memories.get,
    profiles: memory.profiles.get,
    schedules: scheduling.schedules.get,
    search: search.get,
    library: skills.get,
    skillSandboxes: skillSandboxes.get,
    mail: async () => (await post.get()).service,
    history,
  });
  const context = {
    ...{ settings, registry, workspace, hidden, outside, variables },
    ...serverFiles(layers, async () => (await harbour()).files),
    ...{ sandbox: sandbox.get, store: store.get },
  };
  const mcp = once(async () => (await import("./open-mcp.ts")).openMcp(context));
  closing(mcp, (own) => own.close());
  const ownTools = once(async () => {
    const { openOwnTools } = await import("./open-own-tools.ts");
    return openOwnTools({ settings, registry, client, variables, vouched: options.toolFolders ?? [] });
  });
  closing(ownTools, (own) => own.close());
  const ready = async () => {
    if (hasLeftOver(home)) await world.get();
    if (bringsTools(settings, options.toolFolders)) await ownTools.get();
    if (bringsServers(settings)) await mcp.get();
    await traces.get();
  };
  registry.registerMany(mcpTools(mcp.get));
  const browsers = once(async () => {
    const { openBrowsers } = await import("./open-browser.ts");
    const whenEnded = (id: string) => runs.get(id)?.whenEnded;
    return openBrowsers({ settings, workspace, hidden, outside, variables, whenEnded });
  });
  closing(browsers, (own) => own.close());
  registry.registerMany(browserTools(async (runId) => (await browsers.get()).of(runId)));
  registry.registerMany(options.tools ?? []);

  const { ask, park, mode = ask === undefined ? "unattended" : "interactive" } = options;
  const defaults = { mode, ...defined({ ask, park }) };
  const harbour = async () => (await world.get()).harbour;
  const binding = once(() => import("./bind-servers.ts"));
  const runs = createRunRegistry({
    workspace,
    defaults,
    harbour,
    ready,
    skills: skills.get,
    bind: async (uses) => (await binding.get()).bindServers(uses, context),
  });
  opened.defer(async () => {
    const ends = runs.all().flatMap((run) => (run.ended ? [] : [run.end("done")]));
    for (const end of await Promise.allSettled(ends)) if (end.status === "rejected") throw end.reason;
  });
  const approvals = approvalsOf(world.get);
  const insight = once(() => import("../execution/policy-insight.ts"));
  const own = once(() => runs.open({ title: "calls of this process" }));
  const agent = async ({ model, persona }: AgentOverrides) => {
    await ready();
    const { openAgent } = await import("./open-agent.ts");
    const { driver } = options;
    const from = { settings, workspace, registry, variables, mode, runs, approvals, history };
    return openAgent({
      ...from,
      model,
      persona,
      driver,
      redactor: (await harbour()).redactor,
      memories: memory.forPrompt,
      subscribe: bus.subscribe,
      skills: skills.get,
      search: search.get,
      store: store.get,
    });
  };
  const ownAgent = once(() => agent(options));
  const conversations = once(async () => {
    const { createConversations } = await import("../conversation/create-conversations.ts");
    return createConversations({
      redact,
      approvals,
      history,
      agent: ownAgent.get,
      store: store.get,
      attachments: async () => (await post.get()).storage,
      leave: (runId) => runs.get(runId)?.leave(),
      onFault,
    });
  });
  closing(conversations, (own) => own.close());

  async function previewing(tool: string, input: unknown, { skills: active }: ActiveSkills = {}) {
    await ready();
    const { harbour } = await world.get();
    return { tool, input, harbour, layers: [...layers, ...(await runs.skillLayers(active))] };
  }
  return {
    registry,
    settings,
    listeners,
    history: opensItself(history, kinds.HISTORY),
    tools: () => registry.list().map(summariseTool),
    toolInfo: (name) => describeTool(registry.require(name)),
    redact,
    redactedConfig: async () => JSON.parse((await harbour()).redactor.record(JSON.stringify(config))),
    execute: async (tool, input, callOptions) => (await own.get()).execute({ ...callOptions, tool, input }),
    executeMany: async (requests) => (await own.get()).executeMany(requests),
    executeChain: async (steps, chainOptions) => (await own.get()).executeChain(steps, chainOptions),
    submitPlan: async (calls, planOptions) => (await own.get()).submitPlan(calls, planOptions),
    openRun: runs.open,
    reopenRun: runs.reopen,
    conversations: opensItself(conversations.get, kinds.CONVERSATIONS),
    download: async (url, limits) =>
      (await import("./download-file.ts")).downloadFile(url, { client, ...limits }),
    mail: opensItself(async () => (await post.get()).service),
    agent: opensItself(ownAgent.get, kinds.AGENT),
    agentWith: (overrides) => opensItself(once(() => agent({ ...options, ...overrides })).get, kinds.AGENT),
    learned: async (how) => (await import("./open-agent.ts")).lookAtLearning(await store.get(), how),
    personas: async () => (await import("./open-agent.ts")).personasOf(settings),
    useModel: async (name) => (await import("./open-agent.ts")).rememberModel(name, await store.get()),
    explain: async (tool, input, how) =>
      (await import("./preview.ts")).explainCall(await previewing(tool, input, how)),
    preview: async (tool, input, how) =>
      (await import("./preview.ts")).previewCall(await previewing(tool, input, how)),
    approvals,
    grants: grantsOf(world.get),
    marks: marksOf(world.get),
    insights: counter.days,
    async statistics() {
      await statistics.flush();
      return (await store.get()).statistics.all();
    },
    policy: opensItself(async () => (await insight.get()).policyInsight(world.get)),
    async resumeApproved(id) {
      const { resumeApproved } = await import("../execution/asking/resume-approved.ts");
      return resumeApproved(id, (await world.get()).harbour);
    },
    async undo(callId) {
      const { undoRecordedCall } = await import("../execution/undo-recorded-call.ts");
      return undoRecordedCall(callId, { harbour: (await world.get()).harbour, run: (id) => runs.get(id) });
    },
    setApart: opensItself(async () => (await world.get()).setApart),
    skills: opensItself(skills.get),
    memories: opensItself(memory.memories.get),
    profiles: opensItself(memory.profiles.get),
    schedules: opensItself(scheduling.schedules.get),
    scheduler: opensItself(scheduling.scheduler.get),
    search: opensItself(search.get),
    ready,
    ownTools: opensItself(ownTools.get),
    mcp: opensItself(mcp.get),
    sandbox: sandbox.get,
    subscribe: bus.subscribe,
    events: bus.events,
    store: opensItself(store.get, kinds.STORE),
    close: () => opened.disposeAsync(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
