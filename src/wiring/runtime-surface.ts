import type { Learned } from "../agent/context/learning.ts";
import type { Agent } from "../agent/create-agent.ts";
import type { Driver } from "../agent/workflow/drive.ts";
import type { ConfigInput } from "../config/config-schema.ts";
import type { Settings } from "../config/load-config.ts";
import type { MessengerName } from "../config/messengers.ts";
import type { AgentDriverName } from "../contract/config-names.ts";
import type { DatabaseService } from "../contract/database.ts";
import type { DayFigures } from "../contract/day-figures.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { EditorText } from "../contract/file-access.ts";
import type { MessengerService } from "../contract/messenger.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { ReloadReport } from "../contract/reload.ts";
import type { SetApartFiles } from "../contract/set-apart.ts";
import type { Tool, ToolSummary, TypedTool } from "../contract/tool.ts";
import type { Conversations } from "../conversation/conversations.ts";
import type { Outbox } from "../conversation/outbox.ts";
import type { Evals } from "../evals/evals.ts";
import type { Approvals, Grants } from "../execution/asking/approvals.ts";
import type { CallRequest } from "../execution/call.ts";
import type { ChainOutcome, ChainStep } from "../execution/chain.ts";
import type { Listener } from "../execution/event-bus.ts";
import type { Marks } from "../execution/flow/marks.ts";
import type { PolicyInsight } from "../execution/policy-insight.ts";
import type { CallPreview } from "../execution/preview-call.ts";
import type { ChangedFiles } from "../execution/run/changed-files.ts";
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
import type { Listeners } from "../support/listeners.ts";
import type { Opened } from "../support/opens-itself.ts";
import type { ToolInfo } from "../tool/describe-tool.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import type { Vault } from "../vault/vault.ts";
import type { Models } from "./open-models.ts";
import type { OwnTools } from "./open-own-tools.ts";
import type { Rules } from "./open-rules.ts";
import type { Search } from "./open-search.ts";
import type { ServerConfig } from "./open-server-config.ts";
import type { Worker } from "./open-worker.ts";
import type { JudgedUnder, RunOverrides } from "./run-registry.ts";
import type { Money } from "./wire-money.ts";

/** How a runtime is made. Everything has a default. */
export interface RuntimeOptions extends Partial<Pick<RunOptions, "mode" | "ask" | "park">> {
  /** Settings that were loaded from a file; wins over `config`, `workspace` and `home`. */
  readonly settings?: Settings;
  /** The keys of dejima.yaml, as data. */
  readonly config?: ConfigInput;
  /** The folder that tools work in; the current one when left out. */
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
  /** Where keys of models are looked for, and what get_env may read as far as the config lists names; `process.env` when left out. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** A store of your own. `createMemoryStore()` keeps nothing; without it, SQLite in the home. */
  readonly store?: Store;
  /** Where programs run, instead of the driver that the config names. Limits and the rules of the network hold all the same. */
  readonly sandbox?: SandboxDriver;
  /** Makes the vectors of the search over tools, skills and memories, instead of the one that the config names. */
  readonly embedder?: Embedder;
  /** Further layers of the policy for every run; they can only tighten. */
  readonly layers?: readonly Layer[];
  /** What an editor shows of files in its conversations: reading sees it, and what is not saved there is not written over. */
  readonly editorText?: EditorText;
  /** Hears what a person should know when the runtime starts. */
  readonly onNotice?: (text: string) => void;
  /** Hears of subscribers that throw. */
  readonly onFault?: (error: unknown) => void;
}

/** The tools of a list by their names, as `execute` knows them. */
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

/** Another model or persona than the runtime's own. */
export type AgentOverrides = Pick<RuntimeOptions, "model" | "persona">;

/** The one gate: every tool, found, judged, run and recorded. Each service opens with the first use of one of its methods. */
export interface Runtime<Known extends KnownTools = Record<never, never>> {
  readonly registry: ToolRegistry;
  readonly settings: Settings;
  /**
   * Reads the config again and applies what changed; what needs a restart is named. A config that cannot be used changes nothing.
   * Runs that are open keep the limits they began with; the rules hold for them at once.
   */
  reload(load: () => Promise<Settings>): Promise<ReloadReport>;
  /** What came of the latest `reload`. `undefined` before the first. */
  reloaded(): ReloadReport | undefined;
  /** Hears of every `reload`, until what it returns is called. */
  onReload(listener: (report: ReloadReport) => void): () => void;
  /** Where doors say on which ports they listen: no tool may connect to those. */
  readonly listeners: Listeners;
  /** The runs that were made, their logs and observations. */
  readonly history: Opened<RunHistory>;
  /** The files that runs made or changed, with their versions. For doors: no tool can reach it. */
  readonly changedFiles: Opened<ChangedFiles>;
  /** The catalogue, by name. */
  tools(): ToolSummary[];
  /** One tool in full; an unknown name is an error that offers the nearest ones. */
  toolInfo(name: string): ToolInfo;
  /** A text with every secret that is known left out. */
  redact(text: string): Promise<string>;
  /** The config that holds, with every secret left out. */
  redactedConfig(): Promise<unknown>;
  /** Calls a tool in the runtime's own run, which begins with the first such call. */
  readonly execute: Execute<Known>;
  executeMany(requests: readonly CallRequest[]): Promise<Outcome[]>;
  executeChain(steps: readonly ChainStep[], options?: { signal?: AbortSignal }): Promise<ChainOutcome>;
  /** Asks a person about several calls at once; each approved one may then be made once. */
  submitPlan: OpenRun["submitPlan"];
  /** Opens a run of its own. While skills are active in it, it can do only what each of them lists. */
  openRun(options?: RunOverrides): Promise<OpenRun>;
  /** Opens a run again whose process is gone; it goes on in its own log. */
  reopenRun(runId: string, options?: RunOverrides): Promise<OpenRun>;
  /** For doors whose callers are models of others: after a call that looked up a skill, what it does not list is asked about. */
  bindLookedUp(
    run: OpenRun,
    call: { readonly tool: string; readonly input: unknown },
    outcome: Outcome,
  ): Promise<void>;
  /** From a message to an answer, through this gate. */
  readonly agent: Opened<Agent>;
  /** An agent with another model or persona. Omitted options fall back to the runtime's. */
  agentWith(overrides: AgentOverrides): Opened<Agent>;
  /** What doors for conversations share: a message in, events out, questions asked and answered. */
  readonly conversations: Opened<Conversations>;
  /** Fetches a file that a door was told of, through the guarded client. */
  download(
    url: string,
    options: {
      readonly maxBytes: number;
      readonly signal?: AbortSignal;
      /** Which redirects are followed. Default: wherever the rules permit. */
      readonly redirects?: "none";
    },
  ): Promise<Buffer>;
  /** The way from runs to people: doors that can reach theirs register a channel here. */
  readonly mail: Opened<Outbox>;
  /** Browsers that are told things while their page is closed. For doors: no tool can reach it. */
  readonly push: Opened<PushService>;
  /** What the agent has learned of this home's user, by kind of request; `forget` clears it. */
  learned(options?: { readonly forget?: boolean }): Promise<Learned>;
  /** The names of the personas there are. */
  personas(): Promise<string[]>;
  /** Makes `provider:name` the model that is used from now on; nothing gives the choice back to the config. */
  useModel(name: string | undefined): Promise<void>;
  /** Which model answers, and how others are connected, tested and chosen. */
  readonly models: Opened<Models>;
  /** Judges a call without running it. */
  explain(tool: string, input?: unknown, options?: JudgedUnder): Promise<Explanation>;
  /** Shows what a call would do, as a person would be shown it, and does nothing: no byte changes, nothing is recorded. */
  preview(tool: string, input?: unknown, options?: JudgedUnder): Promise<CallPreview>;
  /** The questions to people, and the way to answer them. For doors: no tool can reach it. */
  readonly approvals: Approvals;
  /** Agreements that cover more than one call. */
  readonly grants: Grants;
  /** Which files hold content from outside, and a person's word that one is fine. For doors: no tool can reach it. */
  readonly marks: Marks;
  /** How each tool has fared, by name. */
  statistics(): Promise<ToolStatistics[]>;
  /** What happened on each day from this one on (`2026-11-15`, in UTC). */
  insights(from: string): Promise<DayFigures[]>;
  /** What past calls tell about the policy: why, what other rules would change, which would spare questions. */
  readonly policy: Opened<PolicyInsight>;
  /** The rules that a person keeps, and the ways to change them while it runs. For doors: no tool can reach it. */
  readonly rules: Opened<Rules>;
  /** The MCP servers of the config, and the ways to change them while it runs. For doors: no tool can reach it. */
  readonly serverConfig: Opened<ServerConfig>;
  /** The databases of the config. For doors: no tool can reach it. */
  readonly databases: Opened<DatabaseService>;
  /** The messengers of the config, and how they fare. For doors: no tool can reach it. */
  readonly channels: Opened<MessengerService<MessengerName>>;
  /** Runs an approved call whose process has gone, exactly once. */
  resumeApproved(id: string): Promise<Outcome>;
  /** Puts back what a call has changed. */
  undo(callId: string): Promise<UndoResult>;
  /** Self-starting files that programs wrote, and that wait for a person. */
  readonly setApart: Opened<SetApartFiles>;
  /** The skills there are, and what can be done with them. */
  readonly skills: Opened<SkillLibrary>;
  /** What is remembered of each user. */
  readonly memories: Opened<Memories>;
  /** What each user has told of themselves. */
  readonly profiles: Opened<Profiles>;
  /** What models cost, their prices and the budgets. For doors: no tool can reach it, but to ask a person to raise a budget. */
  readonly money: Opened<Money>;
  /** Replays cases against variants of model, prompt, descriptions and policy. For doors: no tool can reach it. */
  readonly evals: Opened<Evals>;
  /** A/B tests of tools, and descriptions that people set. For doors: no tool can reach it. */
  readonly experiments: Opened<Omit<Experiments, "close">>;
  /** The secrets that tools use and never see. For doors: no tool can reach it. */
  readonly secrets: Opened<Vault>;
  /** What each user wants to be done later. */
  readonly schedules: Opened<Schedules>;
  /** Works on runs that other processes have accepted. */
  readonly worker: Opened<Worker>;
  /**
   * Does work in one process at a time among all that share the store, until `signal` aborts; at once where runs are not left to
   * workers.
   */
  oneOwner(
    name: string,
    work: (signal: AbortSignal) => Promise<void>,
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
  /** What cannot be reached of all that work depends on; empty when it can be done. */
  missing(): Promise<string[]>;
  /** Does what is due, as long as it is let; any number of processes may have one. */
  readonly scheduler: Opened<Scheduler>;
  /** Finds tools and skills by what a request means. */
  readonly search: Opened<Search>;
  /** Makes the tools of configured MCP servers known, as far as they were seen before. Calls wait for it by themselves. */
  ready(): Promise<void>;
  /** The tools that the user brings: files of the home's `tools` folder, and APIs of the config. */
  readonly ownTools: Opened<OwnTools>;
  /** The MCP servers of the config. */
  readonly mcp: Opened<McpSource>;
  /** Finds, tries and installs what is missing. For doors: of the tools only `install_capability` installs, after a person's yes. */
  readonly finder: Opened<Finder>;
  /** The sandbox that the config names; looked for with the first program. */
  sandbox(): Promise<Sandbox>;
  subscribe(listener: Listener): () => void;
  events(options: { signal: AbortSignal }): AsyncIterable<HarbourEvent>;
  readonly store: Opened<Omit<Store, "shared">>;
  close(): Promise<void>;
  /** `await using runtime = createRuntime()` closes it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The members of services that are streams or parts, for `opensItself`. */
export const MEMBER_KINDS = {
  agent: { run: "stream", resume: "stream" },
  conversations: { follow: "stream", followTogether: "stream", converse: "stream" },
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
