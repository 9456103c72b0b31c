// The public surface, by name. Every line here is a promise.
export type { TurnOptions } from "./agent/agent-parts.ts";
export type { AgentRunOptions } from "./agent/agent-run.ts";
export type { LearnedExperience } from "./agent/context/learning.ts";
export type { Agent, Offer } from "./agent/create-agent.ts";
export type { Persona, PhraseSituation } from "./agent/persona.ts";
export type { Section } from "./agent/prompt/section.ts";
export type { Replay, ReplayedRequest } from "./agent/replay.ts";
export type { Driver } from "./agent/workflow/drive.ts";
export type { LoadOptions } from "./config/load-config.ts";
export { loadConfig, type Settings } from "./config/load-config.ts";
export type { Config, ConfigInput } from "./config/schema/config-schema.ts";
export type { MessengerName } from "./config/schema/messengers.ts";
export type { Approval, ApprovalAnswer, ApprovalRequest, Ask } from "./contract/asking/approval.ts";
export type { Grant, GrantOffer } from "./contract/asking/grant.ts";
export type { PlannedLine } from "./contract/asking/plan.ts";
export type { SetApartFiles } from "./contract/asking/set-apart.ts";
export type { AgentDriverName } from "./contract/config-names.ts";
export type { Artifacts } from "./contract/data/artifact.ts";
export type { DatabaseService } from "./contract/data/database.ts";
export type { EditorText, FileAccess, FileInfo } from "./contract/data/file-access.ts";
export type { JsonSchema } from "./contract/data/json-schema.ts";
export type { Dialogue } from "./contract/dialogue.ts";
export type { Effect, EffectKind } from "./contract/effect.ts";
export { DejimaError, ERROR_CODES, type ErrorCode, type ErrorData } from "./contract/error.ts";
export type { EventType, HarbourEvent } from "./contract/event.ts";
export type { DayFigures } from "./contract/figures/day-figures.ts";
export type { Reached } from "./contract/figures/spend.ts";
export type { BudgetListener, ToolPrice } from "./contract/figures/tool-spend.ts";
export type { Flow, Role, Roles } from "./contract/flow.ts";
export type { Mark } from "./contract/mark.ts";
export type { Observation, Outcome } from "./contract/outcome.ts";
export type { Parking, Run, RunMode, RunStatus } from "./contract/run.ts";
export type { ReloadReport, Setting, SettingChange, SettingService } from "./contract/setting.ts";
export type {
  Category,
  Environment,
  InnerCalls,
  InputSchema,
  PlannedCall,
  Progress,
  Rehearsal,
  Risk,
  Sentence,
  Source,
  StreamStep,
  Tool,
  ToolContext,
  ToolSummary,
  TypedTool,
} from "./contract/tool.ts";
export type { Turn } from "./contract/user/conversation.ts";
export type { MessengerService } from "./contract/user/messenger.ts";
export type { TeamConfigService } from "./contract/user/team.ts";
export type { Reason, Verdict, VerdictKind } from "./contract/verdict.ts";
export type { Conversations } from "./conversation/conversations.ts";
export type { Outbox } from "./conversation/outbox.ts";
export type { Evals } from "./evals/evals.ts";
export type { Continued } from "./execution/asking/resume-approved.ts";
export type { Approvals, Grants } from "./execution/asking/runtime-approvals.ts";
export type { PlanResult } from "./execution/asking/submit-plan.ts";
export type { CallRequest } from "./execution/call.ts";
export type { ChainOutcome, ChainStep } from "./execution/chain.ts";
export type { Listener } from "./execution/event-bus.ts";
export type { Marks } from "./execution/flow/marks.ts";
export type { Difference, PastCall, PolicyInsight, Suggestion } from "./execution/policy-insight.ts";
export type { ChangedFiles } from "./execution/run/changes/changed-files.ts";
export type { RunHistory } from "./execution/run/run-history.ts";
export type {
  Execute,
  KnownTools,
  OpenRun,
  RecordedQuestion,
  RecordOptions,
  RunOptions,
} from "./execution/run/run-surface.ts";
export type { UndoResult } from "./execution/undo-recorded-call.ts";
export type { Experiments } from "./experiments/experiments.ts";
export type { Finder } from "./find/finder.ts";
export type { Memories } from "./memory/memories.ts";
export type { Embedder } from "./model/embedder.ts";
export type {
  LanguageModel,
  ModelCall,
  ModelMessage,
  ModelPart,
  ModelRequest,
  OfferedTool,
} from "./model/language/language-model.ts";
export type { Medium, ModelFile } from "./model/language/media.ts";
export { type Script, ScriptedModel, type ScriptedReply } from "./model/language/scripted-model.ts";
export type { Explanation } from "./policy/explain.ts";
export type { ToolReach } from "./policy/judge-step.ts";
export type { Layer } from "./policy/layer.ts";
export type { Profiles } from "./profile/profiles.ts";
export type { PushService } from "./push/push-service.ts";
export {
  type CallOptions,
  type CallPreview,
  createRuntime,
  type Runtime,
  type RuntimeOptions,
} from "./runtime.ts";
export type { Driver as SandboxDriver } from "./sandbox/driver.ts";
export type { Sandbox } from "./sandbox/sandbox.ts";
export type { Scheduler } from "./schedule/scheduler.ts";
export type { Schedules } from "./schedule/schedules.ts";
export type { McpSource } from "./sources/mcp/mcp-source.ts";
export type { SkillLibrary } from "./sources/skills/library/skill-library.ts";
export { createMemoryStore } from "./store/in-memory/memory-store.ts";
export type { RunLease } from "./store/shared-store.ts";
export type { Store, ToolStatistics } from "./store/store.ts";
export type { Language } from "./support/language-of.ts";
export type { Listeners } from "./support/network/listeners.ts";
export type { Opened } from "./support/opens-itself.ts";
export type { ZodToolDefinition } from "./tool/define-tool.ts";
export { defineTool } from "./tool/define-tool.ts";
export type { ToolInfo } from "./tool/describe-tool.ts";
export { ToolRegistry } from "./tool/tool-registry.ts";
export type { Vault } from "./vault/vault.ts";
export { VERSION } from "./version.ts";
export type {
  ModelAnswer,
  ModelSelection,
  ModelState,
  Models,
  ProviderState,
} from "./wiring/agent/open-models.ts";
export type { Money } from "./wiring/agent/wire-money.ts";
export type { AgentOverrides, ToolsByName } from "./wiring/runtime-surface.ts";
export type { ServerConfig } from "./wiring/servers/open-server-config.ts";
export type { Rules } from "./wiring/settings/open-rules.ts";
export type { ResumedRuns } from "./wiring/storage/resume-runs.ts";
export type { ActiveSkills, JudgedUnder, RunOverrides } from "./wiring/storage/run-registry.ts";
export type { Worker } from "./wiring/team/open-worker.ts";
export type { OwnTools } from "./wiring/tools/open-own-tools.ts";
export type { Search } from "./wiring/tools/open-search.ts";
