import type { LearnedExperience } from "../agent/context/learning.ts";
import type { Agent } from "../agent/create-agent.ts";
import type { Driver } from "../agent/workflow/drive.ts";
import type { Settings } from "../config/load-config.ts";
import type { ConfigInput } from "../config/schema/config-schema.ts";
import type { MessengerName } from "../config/schema/messengers.ts";
import type { SetApartFiles } from "../contract/asking/set-apart.ts";
import type { AgentDriverName } from "../contract/config-names.ts";
import type { DatabaseService } from "../contract/data/database.ts";
import type { EditorText } from "../contract/data/file-access.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { DayFigures } from "../contract/figures/day-figures.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { ReloadReport, SettingService } from "../contract/setting.ts";
import type { Tool, ToolSummary, TypedTool } from "../contract/tool.ts";
import type { MessengerService } from "../contract/user/messenger.ts";
import type { TeamConfigService } from "../contract/user/team.ts";
import type { Conversations } from "../conversation/conversations.ts";
import type { Outbox } from "../conversation/outbox.ts";
import type { Evals } from "../evals/evals.ts";
import type { Approvals, Grants } from "../execution/asking/runtime-approvals.ts";
import type { CallRequest } from "../execution/call.ts";
import type { ChainOutcome, ChainStep } from "../execution/chain.ts";
import type { Listener } from "../execution/event-bus.ts";
import type { Marks } from "../execution/flow/marks.ts";
import type { PolicyInsight } from "../execution/policy-insight.ts";
import type { CallPreview } from "../execution/preview-call.ts";
import type { ChangedFiles } from "../execution/run/changes/changed-files.ts";
import type { RunHistory } from "../execution/run/run-history.ts";
import type { Execute, KnownTools, OpenRun, RunOptions } from "../execution/run/run-surface.ts";
import type { UndoResult } from "../execution/undo-recorded-call.ts";
import type { Experiments } from "../experiments/experiments.ts";
import type { Finder } from "../find/finder.ts";
import type { Memories } from "../memory/memories.ts";
import type { Embedder } from "../model/embedder.ts";
import type { LanguageModel } from "../model/language/language-model.ts";
import type { Explanation } from "../policy/explain.ts";
import type { Layer } from "../policy/layer.ts";
import type { Profiles } from "../profile/profiles.ts";
import type { PushService } from "../push/push-service.ts";
import type { Driver as SandboxDriver } from "../sandbox/driver.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Scheduler } from "../schedule/scheduler.ts";
import type { Schedules } from "../schedule/schedules.ts";
import type { McpSource } from "../sources/mcp/mcp-source.ts";
import type { SkillLibrary } from "../sources/skills/library/skill-library.ts";
import type { Store, ToolStatistics } from "../store/store.ts";
import type { Listeners } from "../support/network/listeners.ts";
import type { Opened } from "../support/opens-itself.ts";
import type { ToolInfo } from "../tool/describe-tool.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import type { Vault } from "../vault/vault.ts";
import type { Models } from "./agent/open-models.ts";
import type { Money } from "./agent/wire-money.ts";
import type { ServerConfig } from "./servers/open-server-config.ts";
import type { Rules } from "./settings/open-rules.ts";
import type { ResumedRuns } from "./storage/resume-runs.ts";
import type { JudgedUnder, RunOverrides } from "./storage/run-registry.ts";
import type { Worker } from "./team/open-worker.ts";
import type { OwnTools } from "./tools/open-own-tools.ts";
import type { Search } from "./tools/open-search.ts";

/** Options of a runtime. Each has a default. */
export interface RuntimeOptions extends Partial<Pick<RunOptions, "mode" | "ask" | "park">> {
  /** Settings loaded from a file. They win over `config`, `workspace` and `home`. */
  readonly settings?: Settings;
  /** The keys of dejima.yaml, as data. */
  readonly config?: ConfigInput;
  /** The folder that tools work in. Default: the current one. */
  readonly workspace?: string;
  /** Where runs and the database are kept. Default: `.dejima` in the workspace, if Dejima made it there or the user accepted it. */
  readonly home?: string;
  /** Tools of your own, made with `defineTool`. */
  readonly tools?: Iterable<Tool>;
  /** Folders of files that export tools, loaded and watched; their code runs in this process. */
  readonly toolFolders?: readonly string[];
  /** The agent's model: one of your own, or `provider:name`. Without it, config and environment decide. */
  readonly model?: LanguageModel | string;
  readonly persona?: string;
  /** What runs the agent's workflow: `"own"`, `"langgraph"`, or a function of yours. Default: `agent.driver` of the config. */
  readonly driver?: Driver | AgentDriverName;
  /** Where keys of models and the variables of get_env are looked up. Default: `process.env`. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** A store of your own. `createMemoryStore()` keeps nothing; without it, SQLite in the home. */
  readonly store?: Store;
  /** Where programs run, instead of the config's driver. Limits and network rules still apply. */
  readonly sandbox?: SandboxDriver;
  /** Makes the vectors of the search over tools, skills and memories, instead of the one that the config names. */
  readonly embedder?: Embedder;
  /** Further layers of the policy for every run; they can only tighten. */
  readonly layers?: readonly Layer[];
  /** Unsaved text in the editor's conversations: reads return it, and writes do not overwrite it. Its `write` has the editor write files. */
  readonly editorText?: EditorText;
  /** Receives notices for the user when the runtime starts. */
  readonly onNotice?: (text: string) => void;
  /** Receives errors that subscribers throw. */
  readonly onFault?: (error: unknown) => void;
}

/** The tools of a list by name, as `execute` accepts them. */
export type ToolsByName<Tools extends Iterable<Tool>> =
  Tools extends Iterable<infer Each>
    ? {
        readonly [One in Each as One extends TypedTool<infer Name>
          ? string extends Name
            ? never
            : Name
          : never]: One extends {
          readonly "~types"?: infer Types;
        }
          ? NonNullable<Types>
          : { readonly input: unknown; readonly output: unknown };
      }
    : Record<never, never>;

/** A model or persona other than the runtime's own. */
export type AgentOverrides = Pick<RuntimeOptions, "model" | "persona">;

/** The one gate: every tool, found, judged, run and recorded. Services open with their first method call. */
export interface Runtime<Known extends KnownTools = Record<never, never>> extends ResumedRuns {
  readonly registry: ToolRegistry;
  readonly settings: Settings;
  /**
   * Reads the config again and applies what changed. The report names what needs a restart. An invalid config
   * changes nothing. Open runs keep the limits they began with; rules apply to them at once.
   */
  reload(load: () => Promise<Settings>): Promise<ReloadReport>;
  /** The report of the latest `reload`. `undefined` before the first. */
  reloaded(): ReloadReport | undefined;
  /** Calls the listener after every `reload`. Returns a function that unsubscribes. */
  onReload(listener: (report: ReloadReport) => void): () => void;
  /** Doors register the ports they listen on here: no tool may connect to them. */
  readonly listeners: Listeners;
  /** Past and current runs, their logs and observations. */
  readonly history: Opened<RunHistory>;
  /** The files that runs made or changed, with their versions. For doors: no tool can reach it. */
  readonly changedFiles: Opened<ChangedFiles>;
  /** The catalogue, by name. */
  tools(): ToolSummary[];
  /** One tool in full; an unknown name is an error that offers the nearest ones. */
  toolInfo(name: string): ToolInfo;
  /** A text with every secret that is known left out. */
  redact(text: string): Promise<string>;
  /** The config in effect, with every secret left out. */
  redactedConfig(): Promise<unknown>;
  /** Calls a tool in the runtime's own run, which begins with the first such call. */
  readonly execute: Execute<Known>;
  executeMany(requests: readonly CallRequest[]): Promise<Outcome[]>;
  executeChain(steps: readonly ChainStep[], options?: { signal?: AbortSignal }): Promise<ChainOutcome>;
  /** Asks a person about several calls at once; each approved one may then be made once. */
  submitPlan: OpenRun["submitPlan"];
  /** Opens a separate run. While skills are active in it, it can do only what each of them lists. */
  openRun(options?: RunOverrides): Promise<OpenRun>;
  /** Reopens a run whose process has ended. It continues in its own log. */
  reopenRun(runId: string, options?: RunOverrides): Promise<OpenRun>;
  /**
   * For doors whose callers are other people's models: after a call that looked up a skill, asks about
   * everything the skill does not list.
   */
  bindLookedUp(
    run: OpenRun,
    call: { readonly tool: string; readonly input: unknown },
    outcome: Outcome,
  ): Promise<void>;
  /** Answers messages, through this gate. */
  readonly agent: Opened<Agent>;
  /** An agent with another model or persona. Omitted options fall back to the runtime's. */
  agentWith(overrides: AgentOverrides): Opened<Agent>;
  /** Shared by doors for conversations: a message in, events out, questions asked and answered. */
  readonly conversations: Opened<Conversations>;
  /** Fetches a file that a door received a link to, through the guarded client. */
  download(
    url: string,
    options: {
      readonly maxBytes: number;
      readonly signal?: AbortSignal;
      /** Which redirects are followed. Default: all that the rules permit. */
      readonly redirects?: "none";
    },
  ): Promise<Buffer>;
  /** Messages from runs to people. Doors register a channel for the people they can reach. */
  readonly mail: Opened<Outbox>;
  /** Notifications for browsers whose page is closed. For doors: no tool can reach it. */
  readonly push: Opened<PushService>;
  /** What the agent has learned from a user's own requests. Default: this home's user. `forget` deletes it. */
  learned(options?: { readonly user?: string; readonly forget?: boolean }): Promise<LearnedExperience>;
  /** The names of all personas. */
  personas(): Promise<string[]>;
  /** Uses the model `provider:name` from now on. `undefined` returns the choice to the config. */
  useModel(name: string | undefined): Promise<void>;
  /** Which model is in use, and how others are connected, tested and chosen. */
  readonly models: Opened<Models>;
  /** Judges a call without running it. */
  explain(tool: string, input?: unknown, options?: JudgedUnder): Promise<Explanation>;
  /** Previews a call as a person would see it. Changes and records nothing. */
  preview(tool: string, input?: unknown, options?: JudgedUnder): Promise<CallPreview>;
  /** The questions to people, and the way to answer them. For doors: no tool can reach it. */
  readonly approvals: Approvals;
  /** Approvals that cover more than one call. */
  readonly grants: Grants;
  /** Which files contain content from outside, and how a person clears one. For doors: no tool can reach it. */
  readonly marks: Marks;
  /** Statistics of each tool, by name. */
  statistics(): Promise<ToolStatistics[]>;
  /** What happened on each day from this one on (`2026-11-15`, in UTC). */
  insights(from: string): Promise<DayFigures[]>;
  /** Insights from past calls into the policy: reasons, effects of other rules, rules that save questions. */
  readonly policy: Opened<PolicyInsight>;
  /** The user's rules, and the ways to change them at run time. For doors: no tool can reach it. */
  readonly rules: Opened<Rules>;
  /** The MCP servers of the config, changeable at run time. For doors: no tool can reach it. */
  readonly serverConfig: Opened<ServerConfig>;
  /** Single settings of the config, and the way to change them while it runs. For doors: no tool can reach it. */
  readonly configSettings: Opened<SettingService>;
  /** The config that the machines of a team share. For doors: no tool can reach it. */
  readonly teamConfig: Opened<TeamConfigService>;
  /** The databases of the config. For doors: no tool can reach it. */
  readonly databases: Opened<DatabaseService>;
  /** The messengers of the config, and their state. For doors: no tool can reach it. */
  readonly channels: Opened<MessengerService<MessengerName>>;
  /** Restores what a call has changed. */
  undo(callId: string): Promise<UndoResult>;
  /** Self-starting files that programs wrote, and that wait for a person. */
  readonly setApart: Opened<SetApartFiles>;
  /** The skill library. */
  readonly skills: Opened<SkillLibrary>;
  /** The memories of each user. */
  readonly memories: Opened<Memories>;
  /** The profile that each user has entered. */
  readonly profiles: Opened<Profiles>;
  /** Costs of models, prices and budgets. For doors: tools can only ask a person to raise a budget. */
  readonly money: Opened<Money>;
  /** Replays cases against variants of model, prompt, descriptions and policy. For doors: no tool can reach it. */
  readonly evals: Opened<Evals>;
  /** A/B tests of tools, and descriptions that people set. For doors: no tool can reach it. */
  readonly experiments: Opened<Omit<Experiments, "close">>;
  /** Secrets that tools use without seeing them. For doors: no tool can reach it. */
  readonly secrets: Opened<Vault>;
  /** The scheduled tasks of each user. */
  readonly schedules: Opened<Schedules>;
  /** Executes runs that other processes have accepted. */
  readonly worker: Opened<Worker>;
  /** Does work in one process at a time among those that share the store, until `signal` aborts. */
  oneOwner(
    name: string,
    work: (signal: AbortSignal) => Promise<void>,
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
  /** The dependencies that cannot be reached. Empty if work can be done. */
  missing(): Promise<string[]>;
  /** Runs tasks that are due. Any number of processes may have one. */
  readonly scheduler: Opened<Scheduler>;
  /** Finds tools and skills by the meaning of a request. */
  readonly search: Opened<Search>;
  /** Registers the tools of MCP servers that were seen before. Calls wait for this by themselves. */
  ready(): Promise<void>;
  /** The user's own tools: files of the home's `tools` folder, and APIs of the config. */
  readonly ownTools: Opened<OwnTools>;
  /** The MCP servers of the config. */
  readonly mcp: Opened<McpSource>;
  /**
   * Finds, tries and installs missing capabilities. For doors: of the tools, only `install_capability`
   * installs, after a person approved.
   */
  readonly finder: Opened<Finder>;
  /** The sandbox that the config names. Opened with the first program. */
  sandbox(): Promise<Sandbox>;
  subscribe(listener: Listener): () => void;
  events(options: { signal: AbortSignal }): AsyncIterable<HarbourEvent>;
  readonly store: Opened<Omit<Store, "shared">>;
  close(): Promise<void>;
  /** `await using runtime = createRuntime()` closes it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The members of services that are streams or nested services, for `opensItself`. */
export const MEMBER_KINDS = {
  agent: { run: "stream", resume: "stream" },
  conversations: { follow: "stream", followTogether: "stream", converse: "stream", replies: "stream" },
  history: { read: "stream", lines: "stream", follow: "stream" },
  finder: { registries: "part" },
  store: {
    runs: "part",
    statistics: "part",
    documents: "part",
    conversations: "part",
    steps: "part",
    vectors: "part",
    memories: "part",
    marks: "part",
    approvals: "part",
    grants: "part",
    executions: "part",
    spends: "part",
    schedules: "part",
  },
} as const;
