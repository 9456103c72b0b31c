import { join } from "node:path";
import type { PlannedLine } from "../../contract/asking/plan.ts";
import { DejimaError } from "../../contract/error.ts";
import { findRunOwner } from "../../execution/run/find-run-owner.ts";
import type { OpenRun } from "../../execution/run/run-surface.ts";
import { browserTools } from "../../sources/browser/browser-tools.ts";
import { builtinTools } from "../../sources/builtin/builtin-tools.ts";
import { createWebSearch } from "../../sources/builtin/network/network-tools.ts";
import { mcpTools } from "../../sources/mcp/tool/mcp-tools.ts";
import type { SkillUse } from "../../sources/skills/library/skill-library.ts";
import { skillTools } from "../../sources/skills/tools/skill-tools.ts";
import { once } from "../../support/once.ts";
import type { WiredModels } from "../agent/wire-models.ts";
import type { MoneyMeter } from "../agent/wire-money.ts";
import type { Programs } from "../containment/wire-programs.ts";
import type { VaultServices } from "../containment/wire-vault.ts";
import type { Foundation } from "../foundation.ts";
import type { People } from "../people/wire-people.ts";
import type { ReloadableMcp } from "../servers/open-mcp.ts";
import { serverFiles } from "../servers/server-files.ts";
import { describeUnknownRules } from "../settings/unknown-rules.ts";
import type { OpenRuns } from "../storage/run-registry.ts";
import { hasLeftOver } from "../storage/settle-left-over.ts";
import type { CallServices } from "../storage/wire-harbour.ts";
import type { Storage } from "../storage/wire-storage.ts";
import type { TeamFiles } from "../team/wire-team-files.ts";
import { mayHaveCustomTools, mayHaveServers } from "./may-have-tools.ts";
import type { OwnTools } from "./open-own-tools.ts";
import type { WiredDatabases } from "./wire-databases.ts";
import type { Catalogue } from "./wire-search.ts";

interface ToolParts {
  readonly openRuns: OpenRuns;
  readonly storage: Storage;
  readonly calls: CallServices;
  readonly programs: Programs;
  readonly catalogue: Catalogue;
  readonly people: People;
  readonly models: WiredModels;
  readonly money: MoneyMeter;
  readonly databases: Pick<WiredDatabases, "ready">;
  readonly vault: VaultServices;
  /** What the machines of a team share. */
  readonly teamFiles: TeamFiles;
}

/** The tool sources besides the package itself. */
export interface ToolSources {
  mcp(): Promise<ReloadableMcp>;
  ownTools(): Promise<OwnTools>;
  /** Starts the servers that skills bring along. Returns a function that stops them. */
  bind(uses: readonly SkillUse[]): Promise<() => Promise<void>>;
  /** Registers the user's own tools, and handles files left behind by a killed process. */
  ready(): Promise<void>;
  /** Applies the team's shared documents here: tool files, and what was accepted about MCP servers. */
  syncShared(): Promise<void>;
}

/** How many messages of a conversation can be read back. */
const MAX_TURNS = 100;

/** Registers every tool that is known without opening anything, and defers the rest. */
export function wireTools(base: Foundation, parts: ToolParts): ToolSources {
  const { settings, options, variables, live, registry, closing } = base;
  const { openRuns, storage, calls, programs, catalogue, people } = parts;
  registerPackageTools(base, parts);
  const context = {
    ...base,
    ...serverFiles(base.layers, calls.files),
    sandbox: programs.sandbox,
    store: storage.store,
    secretsFor: parts.vault.secretsFor,
    teamFiles: parts.teamFiles,
  };
  const mcp = once(async () =>
    (await import("../servers/open-mcp.ts")).openMcp({ ...context, settings: live.current() }),
  );
  live.follow(["mcpServers"], async (next) => {
    const isFirst = mcp.made === undefined;
    if (isFirst && !mayHaveServers(next)) return;
    const source = await mcp.get();
    const fresh = await source.reload(next);
    // Their tools join once they have answered. Nothing waits for that. A source that was just opened knows the new servers already.
    void source.discover(isFirst ? undefined : fresh).catch(base.onFault);
  });
  closing(mcp, (own) => own.close());
  const ownTools = once(async () => {
    const { openOwnTools } = await import("./open-own-tools.ts");
    const { client } = calls;
    const vouched = options.toolFolders ?? [];
    const team = parts.teamFiles.tools;
    return openOwnTools({ settings: live.current(), registry, client, variables, vouched, team });
  });
  live.follow(["openapi"], async (next) => {
    if (ownTools.made === undefined && !mayHaveCustomTools(next, options.toolFolders)) return;
    await (await ownTools.get()).replaceApis(next.config.openapi);
  });
  live.follow(["webSearch"], ({ config: { webSearch } }) => {
    const tool = createWebSearch(calls.client, webSearch);
    registry.unregister(tool.name);
    registry.register(tool);
  });
  closing(ownTools, (own) => own.close());
  registry.registerMany(mcpTools(mcp.get));
  const browsers = once(async () => {
    const { openBrowsers } = await import("./open-browser.ts");
    return openBrowsers({ ...base, whenEnded: (runId) => openRuns.get(runId)?.whenEnded });
  });
  closing(browsers, (own) => own.close());
  registry.registerMany(browserTools(async (runId) => (await browsers.get()).of(runId)));
  const binding = once(() => import("../servers/bind-servers.ts"));
  const reportedRules = new Set<string>();
  const reportUnknownRules = () => {
    for (const [rule, notice] of describeUnknownRules(base.layers, registry, live.current())) {
      if (!reportedRules.has(rule)) options.onNotice?.(notice);
      reportedRules.add(rule);
    }
  };
  live.follow([], reportUnknownRules);
  let checkedRevision: number | undefined;
  let knownPins: number | undefined;
  return {
    mcp: mcp.get,
    ownTools: ownTools.get,
    async syncShared() {
      const { pins, tools } = parts.teamFiles;
      const shared = await tools?.bring().catch(unlessUnusable(base.onFault));
      if (shared !== undefined || ownTools.made !== undefined) await (await ownTools.get()).useShared(shared);
      const number = await pins.number?.();
      // A source that is opened later reads the latest.
      if (mcp.made !== undefined && number !== knownPins) await (await mcp.get()).load();
      knownPins = number;
    },
    bind: async (uses) => (await binding.get()).bindServers(uses, { ...context, settings: live.current() }),
    async ready() {
      // The world handles them when it opens.
      if (!calls.isOpen && hasLeftOver(settings.home)) await calls.world();
      if (mayHaveCustomTools(live.current(), options.toolFolders)) await ownTools.get();
      if (mayHaveServers(live.current())) await mcp.get();
      await parts.databases.ready();
      await calls.traces();
      if (checkedRevision === registry.revision) return;
      checkedRevision = registry.revision;
      reportUnknownRules();
    },
  };

  function registerPackageTools(
    { workspace, hidden }: Foundation,
    { calls: { client, history } }: ToolParts,
  ): void {
    const { config, home } = settings;
    const { search, skills } = catalogue;
    registry.registerMany(
      builtinTools({
        ...people,
        registry,
        client,
        code: programs.code,
        engine: programs.engine,
        webSearch: config.webSearch,
        ownerOf: findRunOwner({ store: storage.store }),
        readApartIn: (runId) => openRuns.get(runId)?.readApart ?? [],
        askQuarantined: parts.models.askQuarantined,
        raiseBudget: async (...raise) => (await parts.money.service()).raise(...raise),
        submitPlan: (runId, lines, how) => submitPlan(openRuns.get(runId), lines, how),
        search: async (request, how) => (await search()).tools(request, how),
        readArtifact: async (runId, name) => (await history()).files(runId).read("artifacts", name),
        async conversationRuns(runId) {
          const { conversations } = await storage.store();
          const turn = await conversations.turn(runId);
          if (turn === undefined) return [runId];
          const before = await conversations.turns(turn.conversationId, { limit: MAX_TURNS, before: runId });
          return [...before.map((earlier) => earlier.runId), runId];
        },
        async runSources(runId) {
          const records = await Array.fromAsync((await history()).read(runId));
          return records.flatMap((record) => (record.type === "taint-start" ? [record.source] : []));
        },
        readRunLog: async (runId, page) => (await history()).readEnd(runId, page),
        readObservation: async (runId, ref) => {
          const runs = await history();
          if (!ref.startsWith("artifacts/")) return runs.observation(runId, ref);
          return textOf(await runs.files(runId).read("artifacts", ref.slice("artifacts/".length)), ref);
        },
      }),
    );
    const timeouts = Object.entries(config.sandbox.skills).flatMap(([name, { timeout }]) =>
      timeout === undefined ? [] : [[name, timeout] as const],
    );
    const folders = Object.entries(config.sandbox.skills).flatMap(([name, { folders: granted }]) =>
      granted === undefined ? [] : [[name, granted] as const],
    );
    registry.registerMany(
      skillTools({
        workspace,
        hidden,
        variables,
        library: skills,
        sandbox: programs.sandboxOf,
        isStarted: openRuns.isStarted,
        secretsFor: parts.vault.secretsFor,
        timeoutMs: config.sandbox.scriptTimeout,
        timeouts: new Map(timeouts),
        folders: new Map(folders),
        artifactsOf: (runId) => join(home, "runs", runId, "artifacts"),
        findSkills: async (request, how) => (await search()).skills(request, how),
        folderOf: (runId, callId) => join(home, "runs", runId, "sandbox", callId),
      }),
    );
  }
}

/** Reports missing or changed content: runs continue without it. Other errors are thrown, so that it is tried again. */
function unlessUnusable(onFault: Foundation["onFault"]) {
  return (error: unknown): undefined => {
    const isUnusable = error instanceof DejimaError && ["conflict", "not_found"].includes(error.code);
    if (!isUnusable) throw error;
    onFault(error);
  };
}

/**
 * Submits a plan of a run that is open here. If nobody can be asked now, each of its calls asks when it is
 * made.
 */
function submitPlan(
  run: OpenRun | undefined,
  lines: readonly PlannedLine[],
  { signal }: { readonly signal: AbortSignal },
) {
  if (run === undefined) return undefined;
  const { ask, park } = run.asks;
  return run
    .submitPlan(lines, { signal, mayAsk: ask !== undefined || park === "wait" })
    .then(({ lines: settled }) => settled);
}

function textOf(content: Buffer, ref: string): string {
  if (!content.includes(0)) return content.toString();
  throw new DejimaError(
    "invalid_input",
    `Cannot read "${ref}": it is not a text file. Deliver it to the user, or pass it to a script`,
  );
}
