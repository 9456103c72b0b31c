import { join } from "node:path";
import type { Settings } from "../config/load-config.ts";
import type { RunHistory } from "../execution/run/run-history.ts";
import { type BuiltinSources, builtinTools } from "../sources/builtin/builtin-tools.ts";
import type { SkillLibrary } from "../sources/skills/library/skill-library.ts";
import { skillTools } from "../sources/skills/tools/skill-tools.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import type { Search } from "./open-search.ts";
import type { SkillSandboxes } from "./skill-sandboxes.ts";

/** What the built-in tools and the tools for skills are made from. Services open with their first use. */
interface RegisterToolsOptions
  extends Pick<
    BuiltinSources,
    "code" | "client" | "ownerOf" | "memories" | "profiles" | "schedules" | "mail"
  > {
  readonly settings: Settings;
  readonly workspace: string;
  readonly hidden: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  search(): Promise<Search>;
  library(): Promise<SkillLibrary>;
  skillSandboxes(): Promise<SkillSandboxes>;
  history(): Promise<RunHistory>;
}

/** Registers every tool that ships with Dejima, but for those of MCP and the browser. */
export function registerTools(registry: ToolRegistry, options: RegisterToolsOptions): void {
  const { settings, workspace, hidden, variables, search, library, skillSandboxes, history, ...sources } =
    options;
  const { config, home } = settings;
  registry.registerMany(
    builtinTools({
      ...sources,
      registry,
      webSearch: config.webSearch,
      search: async (request, how) => (await search()).tools(request, how),
      readArtifact: async (runId, name) => (await history()).files(runId).read("artifacts", name),
      readRunLog: async (runId, page) => (await history()).readEnd(runId, page),
      readObservation: async (runId, ref) => (await history()).observation(runId, ref),
    }),
  );
  registry.registerMany(
    skillTools({
      workspace,
      hidden,
      timeoutMs: config.sandbox.scriptTimeout,
      timeouts: new Map(
        Object.entries(config.sandbox.skills).flatMap(([name, { timeout }]) =>
          timeout === undefined ? [] : [[name, timeout]],
        ),
      ),
      variables,
      library,
      findSkills: async (request, how) => (await search()).skills(request, how),
      sandbox: async (skill) => (await skillSandboxes()).of(skill),
      folderOf: (runId, callId) => join(home, "runs", runId, "sandbox", callId),
    }),
  );
}
