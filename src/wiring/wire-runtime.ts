import type { Settings } from "../config/load-config.ts";
import type { Config } from "../config/schema/config-schema.ts";
import type { PermissionMode } from "../contract/asking/permission-mode.ts";
import { approvalsOf, grantsOf } from "../execution/asking/runtime-approvals.ts";
import { conversationRules } from "../execution/asking/switches.ts";
import { marksOf } from "../execution/flow/marks.ts";
import { createTeamFeed } from "../execution/log/team-feed.ts";
import type { Experiments } from "../experiments/experiments.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { once } from "../support/once.ts";
import { opensItself } from "../support/opens-itself.ts";
import { summariseTool } from "../tool/describe-tool.ts";
import { createAskQuarantined } from "./agent/ask-quarantined.ts";
import { createRunChild } from "./agent/run-child.ts";
import { wireAgent } from "./agent/wire-agent.ts";
import { wireExperiments } from "./agent/wire-experiments.ts";
import { wireMoney } from "./agent/wire-money.ts";
import { wirePrograms } from "./containment/wire-programs.ts";
import { wireVault } from "./containment/wire-vault.ts";
import { createFoundation, type Foundation, otherFiles } from "./foundation.ts";
import { wireChannels, wirePeople } from "./people/wire-people.ts";
import { MEMBER_KINDS, type Runtime, type RuntimeOptions } from "./runtime-surface.ts";
import { changeRecorder } from "./storage/record-change.ts";
import { wireResumedRuns } from "./storage/resume-runs.ts";
import { createOpenRuns, createRunRegistry, type JudgedUnder } from "./storage/run-registry.ts";
import { wireBlobs } from "./storage/wire-blobs.ts";
import { wireHarbour } from "./storage/wire-harbour.ts";
import { sharedOf, wireStorage } from "./storage/wire-storage.ts";
import { wireTeam } from "./team/wire-team.ts";
import { wireTeamFiles } from "./team/wire-team-files.ts";
import { wireDatabases } from "./tools/wire-databases.ts";
import { wireSearch } from "./tools/wire-search.ts";
import { wireTools } from "./tools/wire-tools.ts";

/**
 * Wires a runtime: catalogue and policy now, the rest with its first use. Each module takes the modules
 * created above it and defers closing its services, so that they close in reverse order.
 */
export function wireRuntime(settings: Settings, options: Omit<RuntimeOptions, "settings">): Runtime {
  const base = createFoundation(settings, options);
  const openRuns = createOpenRuns();
  const storage = wireStorage(base);
  const insight = once(() => import("../execution/policy-insight.ts"));
  const switches = conversationRules(storage.store);
  const rules = once(async () =>
    (await import("./settings/open-rules.ts")).openRules({
      variables: base.variables,
      registry: base.registry,
      layers: base.layers,
      settings: base.live.current,
      newRules: base.newRules,
      unknownRules: () => tools.unknownRules(),
      conversations: switches,
      team: team.own,
      insight: async () => (await insight.get()).policyInsight(calls.world),
    }),
  );
  const recorded = changeRecorder((options) => runs.open(options));
  const vault = wireVault(base, storage, {
    openRuns,
    learnSecret: async (value) => (await calls.world()).learnSecret(value),
    recordChange: recorded.secret,
  });
  const blobs = wireBlobs(base, vault);
  const teamFiles = wireTeamFiles(base, storage, { blobs: blobs.open, recordChange: recorded.team });
  const team = wireTeam(base, storage, {
    ...{ recordChange: recorded.team, shared: [() => catalogue.syncSkills(), () => tools.syncShared()] },
  });
  const money = wireMoney(storage.store, base.layers);
  const calls = wireHarbour(base, storage, {
    ...{ vault, blobs, spending: money.tools },
    openRun: openRuns.get,
    rules: {
      get canSave() {
        return base.live.current().rulesFile !== undefined || team.own !== undefined;
      },
      change: async (...change) => (await rules.get()).change(...change),
      conversations: switches,
    },
  });
  const programs = wirePrograms(base, vault);
  const catalogue = wireSearch(base, storage, {
    ...{ calls, sandbox: programs.sandbox, blobs: blobs.open, recordChange: recorded.team },
  });
  const people = wirePeople(base, { ...storage, blobs }, calls, catalogue);
  const askQuarantined = createAskQuarantined({
    ...{ store: storage.store, money },
    model: async () => (await agents.models()).open(options.model),
  });
  const writer = once(async () =>
    (await import("./settings/config-writer.ts")).configWriter({
      variables: base.variables,
      ...{ settings: base.live.current, reload: base.live.reload, team: team.own },
    }),
  );
  const databases = wireDatabases(base, { calls, vault, writer: writer.get });
  const finder = once(async () =>
    (await import("./tools/open-find.ts")).openFind({
      ...{
        variables: base.variables,
        outside: base.outside,
        registry: base.registry,
        settings: base.live.current,
      },
      ...{ store: storage.store, embedders: catalogue.embedders, serverConfig: () => serverConfig.get() },
      mcp: () => tools.mcp(),
      ...{ skills: catalogue.skills, sandbox: programs.sandbox, pins: teamFiles.pins },
      tryServer: async (trial) => (await tools.mcp()).tryServer(trial),
    }),
  );
  const tools = wireTools(base, {
    ...{ openRuns, storage, vault, calls, programs, catalogue, people, askQuarantined, money, databases },
    ...{ teamFiles, runChild: createRunChild(() => agents.agent, openRuns.get), finder: finder.get },
  });
  base.closing(finder, (own) => own.close());

  /** What the team has decided comes first: it may name servers. */
  const ready = async () => {
    await team.ready();
    await tools.ready();
  };
  const experiments = wireExperiments(base, storage);
  const { ask, park, mode = ask === undefined ? "unattended" : "interactive" } = options;
  const runs = createRunRegistry({
    openRuns,
    ...{ workspace: base.workspace, folders: base.folders },
    defaults: { mode, ...defined({ ask, park }) },
    ...{ harbour: calls.harbour, skills: catalogue.skills, bind: tools.bind, variants: experiments.ofRun },
    ready() {
      storage.claimHome();
      return ready();
    },
  });
  base.opened.defer(async () => {
    const ends = openRuns.all().flatMap((run) => (run.ended ? [] : [run.end("done")]));
    for (const end of await Promise.allSettled(ends)) if (end.status === "rejected") throw end.reason;
  });
  const approvals = approvalsOf(calls.world);
  const agents = wireAgent(base, {
    ...{ openRuns, runs, mode, approvals, storage, calls, catalogue, people, tools, money },
  });

  const { registry, bus, layers, listeners, live, opened } = base;
  const serverConfig = once(async () =>
    (await import("./servers/open-server-config.ts")).openServerConfig({
      variables: base.variables,
      settings: live.current,
      writer: await writer.get(),
      mcp: tools.mcp,
    }),
  );
  const redactedConfig = async (): Promise<Config> =>
    JSON.parse((await harbour()).redactor.record(JSON.stringify(live.current().config)));
  const personas = async () => (await import("./agent/open-agent.ts")).personasOf(live.current());
  const configSettings = once(async () =>
    (await import("./settings/open-settings.ts")).openSettings({
      ...{ settings: live.current, redactedConfig, personas, writer: await writer.get() },
    }),
  );
  const channels = wireChannels(base, { storage, vault, writer: writer.get });
  const { world, harbour } = calls;
  const { statistics, counter, store } = storage;
  const own = once(() => runs.open({ title: "calls of this process" }));
  const previewing = once(() => import("../execution/preview-call.ts"));
  /** The mode of the conversation that a run is part of. */
  async function modeOf(run: string): Promise<PermissionMode> {
    const turn = await (await store()).conversations.turn(run);
    return turn === undefined ? "act" : switches.modeOf(turn.conversationId);
  }
  async function judged(tool: string, input: unknown, { skills: active, run }: JudgedUnder = {}) {
    await ready();
    const { recordedLayers } = await import("./settings/run-layers.ts");
    const ofRun =
      run === undefined ? [] : await recordedLayers(run, calls, { ...runs, mode: await modeOf(run) });
    const all = [...layers, ...(await runs.skillLayers(active)), ...ofRun];
    return { tool, input, harbour: await harbour(), layers: all, files: otherFiles(live.current()) };
  }
  const changedFiles = once(async () => {
    const { openChangedFiles } = await import("../execution/run/changes/changed-files.ts");
    const { runsFolder, files, blobs } = await harbour();
    return openChangedFiles({
      ...{ runsFolder, files, blobs, history: await calls.history() },
      async judgeRead(path) {
        const { explainCall } = await previewing.get();
        const { verdict, decided } = await explainCall(await judged("read_file", { path }));
        return { verdict, ...defined({ why: decided[0]?.message }) };
      },
    });
  });
  const push = once(async () => (await import("./people/open-push.ts")).openPush(base, storage, calls));
  const worker = once(async () => {
    const { createWorker } = await import("./team/open-worker.ts");
    const { conversations } = agents;
    return createWorker({
      ...{ openRuns, conversations, queue: storage.queue, onFault: base.onFault, ready },
      settings: base.settings,
      shared: async () => sharedOf(await store()),
    });
  });
  return {
    registry,
    get settings() {
      return live.current();
    },
    reload: live.reload,
    reloaded: live.latest,
    onReload: live.onReload,
    listeners,
    approvals,
    grants: grantsOf(world),
    marks: marksOf(world),
    history: opensItself(calls.history, MEMBER_KINDS.history),
    changedFiles: opensItself(changedFiles.get),
    policy: opensItself(async () => (await insight.get()).policyInsight(world)),
    rules: opensItself(rules.get),
    setApart: opensItself(async () => (await world()).setApart),
    conversations: opensItself(agents.conversations, MEMBER_KINDS.conversations),
    mail: opensItself(people.mail),
    push: opensItself(push.get),
    skills: opensItself(catalogue.skills),
    search: opensItself(catalogue.search),
    memories: opensItself(people.memories),
    profiles: opensItself(people.profiles),
    schedules: opensItself(people.schedules),
    money: opensItself(money.service),
    evals: opensItself(agents.evals),
    experiments: opensItself<Omit<Experiments, "close">>(experiments.service),
    secrets: opensItself(vault.service),
    scheduler: opensItself(agents.scheduler),
    worker: opensItself(worker.get),
    oneOwner: storage.oneOwner,
    missing: async () => (await Promise.all([storage.missing(), blobs.missing()])).flat(),
    ownTools: opensItself(tools.ownTools),
    mcp: opensItself(tools.mcp),
    databases: opensItself(databases.service),
    channels: opensItself(channels),
    serverConfig: opensItself(serverConfig.get),
    configSettings: opensItself(configSettings.get),
    teamConfig: opensItself(team.config),
    finder: opensItself(finder.get, MEMBER_KINDS.finder),
    store: opensItself<Omit<Store, "shared">>(store, MEMBER_KINDS.store),
    sandbox: programs.sandbox,
    agent: agents.agent,
    agentWith: agents.agentWith,
    ready,
    tools: () => registry.list().map(summariseTool),
    toolInfo: (name) => registry.describe(name),
    redact: calls.redact,
    redactedConfig,
    // The types of each tool are for its caller.
    execute: (async (...args: Parameters<Runtime["execute"]>) =>
      await (await own.get()).execute(...args)) as Runtime["execute"], // the overloads of one function
    executeMany: async (requests) => (await own.get()).executeMany(requests),
    executeChain: async (steps, chainOptions) => (await own.get()).executeChain(steps, chainOptions),
    submitPlan: async (planned, planOptions) => (await own.get()).submitPlan(planned, planOptions),
    openRun: runs.open,
    reopenRun: runs.reopen,
    bindLookedUp: runs.bindLookedUp,
    explain: async (...call) => (await previewing.get()).explainCall(await judged(...call)),
    preview: async (...call) => (await previewing.get()).previewCall(await judged(...call)),
    ...wireResumedRuns(harbour, runs),
    async undo(callId) {
      const { undoRecordedCall } = await import("../execution/undo-recorded-call.ts");
      const undoElsewhere = async (run: string, call: string) =>
        (await databases.undo(run, call)) ?? (await finder.get()).undo(call);
      const result = await undoRecordedCall(callId, {
        ...{ harbour: await harbour(), run: openRuns.get, undoElsewhere },
      });
      const runId = callId.slice(0, callId.lastIndexOf("."));
      // An open run has already counted it.
      if (openRuns.get(runId) === undefined) await experiments.noteUndone(runId, callId);
      return result;
    },
    download: async (url, limits) =>
      (await import("../network/download.ts")).downloadFile(url, { client: calls.client, ...limits }),
    learned: catalogue.learned,
    personas,
    models: opensItself(agents.models),
    useModel: async (name) => (await agents.models()).use(name),
    async statistics() {
      await statistics.flush();
      return (await store()).statistics.all();
    },
    insights: counter.days,
    subscribe: bus.subscribe,
    events: settings.config.runs === "here" ? bus.events : teamFeed(base, store),
    close: () => opened.disposeAsync(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The events of all runs of a team, on any machine. */
function teamFeed({ onFault }: Foundation, store: () => Promise<Store>): Runtime["events"] {
  return createTeamFeed({ shared: async () => sharedOf(await store()), onFault }).events;
}
