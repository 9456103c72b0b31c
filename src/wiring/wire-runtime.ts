import type { Settings } from "../config/load-config.ts";
import type { Config } from "../config/schema/config-schema.ts";
import { approvalsOf, grantsOf } from "../execution/asking/runtime-approvals.ts";
import { marksOf } from "../execution/flow/marks.ts";
import { createTeamFeed } from "../execution/log/team-feed.ts";
import type { Experiments } from "../experiments/experiments.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { once } from "../support/once.ts";
import { opensItself } from "../support/opens-itself.ts";
import { summariseTool } from "../tool/describe-tool.ts";
import { wireAgent } from "./agent/wire-agent.ts";
import { wireExperiments } from "./agent/wire-experiments.ts";
import { wireModels } from "./agent/wire-models.ts";
import { wireMoney } from "./agent/wire-money.ts";
import { wirePrograms } from "./containment/wire-programs.ts";
import { wireVault } from "./containment/wire-vault.ts";
import { createFoundation, type Foundation } from "./foundation.ts";
import { wireChannels, wirePeople } from "./people/wire-people.ts";
import { MEMBER_KINDS, type Runtime, type RuntimeOptions } from "./runtime-surface.ts";
import { wireInsight } from "./settings/wire-insight.ts";
import { wireSettings } from "./settings/wire-settings.ts";
import { createChangeRecords } from "./storage/record-change.ts";
import { wireResumedRuns } from "./storage/resume-runs.ts";
import { createOpenRuns, createRunRegistry, type OpenRuns } from "./storage/run-registry.ts";
import { wireBlobs } from "./storage/wire-blobs.ts";
import { wireHarbour } from "./storage/wire-harbour.ts";
import { sharedOf, wireStorage } from "./storage/wire-storage.ts";
import { wireTeam } from "./team/wire-team.ts";
import { wireTeamFiles } from "./team/wire-team-files.ts";
import { wireDatabases } from "./tools/wire-databases.ts";
import { wireFinder } from "./tools/wire-finder.ts";
import { wireSearch } from "./tools/wire-search.ts";
import { wireTools } from "./tools/wire-tools.ts";

/**
 * Wires a runtime: catalogue and policy now, the rest with its first use. Each module takes only modules created above it, and
 * defers closing its services, so that they close in reverse order. Then come the members that doors and programs see.
 */
export function wireRuntime(settings: Settings, options: Omit<RuntimeOptions, "settings">): Runtime {
  const base = createFoundation(settings, options);
  const { registry, bus, layers, listeners, live, opened } = base;
  const openRuns = createOpenRuns();
  const changes = createChangeRecords();
  const storage = wireStorage(base);
  const vault = wireVault(base, storage, { openRuns, recordChange: changes.secret });
  const blobs = wireBlobs(base, vault);
  const teamFiles = wireTeamFiles(base, storage, { blobs: blobs.open, recordChange: changes.team });
  const team = wireTeam(base, storage, { recordChange: changes.team });
  const configured = wireSettings(base, storage, team);
  const { writer, ruleChanges: rules } = configured;
  const money = wireMoney(storage.store, layers);
  const calls = wireHarbour(base, storage, { openRuns, vault, blobs, rules, spending: money.tools });
  const models = wireModels(base, { storage, calls, money });
  const programs = wirePrograms(base, vault);
  const catalogue = wireSearch(base, storage, { calls, programs, blobs, recordChange: changes.team });
  const people = wirePeople(base, { storage, blobs, calls, catalogue });
  const channels = wireChannels(base, { storage, vault, writer });
  const databases = wireDatabases(base, { calls, vault, writer });
  const tools = wireTools(base, {
    openRuns,
    storage,
    vault,
    calls,
    programs,
    catalogue,
    people,
    models,
    money,
    databases,
    teamFiles,
  });
  const adding = wireFinder(base, { storage, programs, catalogue, teamFiles, tools, writer });
  const experiments = wireExperiments(base, storage);
  team.share(catalogue.syncSkills);
  team.share(tools.syncShared);
  /** What the team has decided comes first: it may name servers. */
  const ready = async () => {
    await team.ready();
    await tools.ready();
  };
  const { ask, park, mode = ask === undefined ? "unattended" : "interactive" } = options;
  const runs = createRunRegistry({
    openRuns,
    workspace: base.workspace,
    folders: base.folders,
    defaults: { mode, ...defined({ ask, park }) },
    harbour: calls.harbour,
    skills: catalogue.skills,
    bind: tools.bind,
    variants: experiments.ofRun,
    ready() {
      storage.claimHome();
      return ready();
    },
  });
  opened.defer(() => endRuns(openRuns));
  changes.recordIn(runs.open);
  const approvals = approvalsOf(calls.world);
  const agents = wireAgent(base, {
    openRuns,
    runs,
    mode,
    approvals,
    storage,
    calls,
    catalogue,
    people,
    tools,
    models,
    money,
  });
  const insight = wireInsight(base, { storage, settings: configured, calls, runs, ready });
  // The tools of the caller come last, so that none of them takes the name of a built-in one.
  registry.registerMany(options.tools ?? []);

  const redactedConfig = async (): Promise<Config> =>
    JSON.parse((await calls.harbour()).redactor.record(JSON.stringify(live.current().config)));
  const personas = async () => (await import("./agent/open-agent.ts")).personasOf(live.current());
  const configSettings = once(async () => {
    const { openSettings } = await import("./settings/open-settings.ts");
    return openSettings({ settings: live.current, redactedConfig, personas, writer: await writer() });
  });
  const push = once(async () => (await import("./people/open-push.ts")).openPush(base, storage, calls));
  const worker = once(async () => {
    const { createWorker } = await import("./team/open-worker.ts");
    return createWorker({
      openRuns,
      conversations: agents.conversations,
      queue: storage.queue,
      onFault: base.onFault,
      ready,
      settings: base.settings,
      shared: async () => sharedOf(await storage.store()),
    });
  });
  const own = once(() => runs.open({ title: "calls of this process" }));
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
    grants: grantsOf(calls.world),
    marks: marksOf(calls.world),
    history: opensItself(calls.history, MEMBER_KINDS.history),
    changedFiles: opensItself(insight.changedFiles),
    policy: opensItself(insight.policy),
    rules: opensItself(insight.rules),
    setApart: opensItself(async () => (await calls.world()).setApart),
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
    serverConfig: opensItself(adding.serverConfig),
    configSettings: opensItself(configSettings.get),
    teamConfig: opensItself(team.config),
    finder: opensItself(adding.finder, MEMBER_KINDS.finder),
    store: opensItself<Omit<Store, "shared">>(storage.store, MEMBER_KINDS.store),
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
    explain: insight.explain,
    preview: insight.preview,
    ...wireResumedRuns(calls.harbour, runs),
    async undo(callId) {
      const { undoRecordedCall } = await import("../execution/undo-recorded-call.ts");
      const undoElsewhere = async (run: string, call: string) =>
        (await databases.undo(run, call)) ?? (await adding.finder()).undo(call);
      const harbour = await calls.harbour();
      const result = await undoRecordedCall(callId, { harbour, run: openRuns.get, undoElsewhere });
      const runId = callId.slice(0, callId.lastIndexOf("."));
      // An open run has already counted it.
      if (openRuns.get(runId) === undefined) await experiments.noteUndone(runId, callId);
      return result;
    },
    download: async (url, limits) =>
      (await import("../network/download.ts")).downloadFile(url, { client: calls.client, ...limits }),
    learned: catalogue.learned,
    personas,
    models: opensItself(models.service),
    useModel: async (name) => (await models.service()).use(name),
    async statistics() {
      await storage.statistics.flush();
      return (await storage.store()).statistics.all();
    },
    insights: storage.counter.days,
    subscribe: bus.subscribe,
    events: settings.config.runs === "here" ? bus.events : teamFeed(base, storage.store),
    close: () => opened.disposeAsync(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function endRuns(openRuns: OpenRuns): Promise<void> {
  const ends = openRuns.all().flatMap((run) => (run.ended ? [] : [run.end("done")]));
  for (const end of await Promise.allSettled(ends)) if (end.status === "rejected") throw end.reason;
}

/** The events of all runs of a team, on any machine. */
function teamFeed({ onFault }: Foundation, store: () => Promise<Store>): Runtime["events"] {
  return createTeamFeed({ shared: async () => sharedOf(await store()), onFault }).events;
}
