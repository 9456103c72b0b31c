// The public surface, by name. Every line here is a promise.
export type { TurnOptions } from "./agent/agent-parts.ts";
export type { Agent } from "./agent/create-agent.ts";
export type { Config, ConfigInput } from "./config/config-schema.ts";
export { loadConfig, type Settings } from "./config/load-config.ts";
export type { Approval, ApprovalAnswer, ApprovalRequest, Ask } from "./contract/approval.ts";
export type { Effect, EffectKind } from "./contract/effect.ts";
export { DejimaError, ERROR_CODES, type ErrorCode, type ErrorData } from "./contract/error.ts";
export type { EventType, HarbourEvent } from "./contract/event.ts";
export type { FileAccess, FileInfo } from "./contract/file-access.ts";
export type { Flow } from "./contract/flow.ts";
export type { Grant, GrantOffer } from "./contract/grant.ts";
export type { JsonSchema } from "./contract/json-schema.ts";
export type { Mark } from "./contract/mark.ts";
export type { Observation } from "./contract/observation.ts";
export type { Outcome } from "./contract/outcome.ts";
export type { Run, RunMode, RunStatus } from "./contract/run.ts";
export type {
  Category,
  Progress,
  Risk,
  Source,
  StreamStep,
  Tool,
  ToolContext,
  ToolSummary,
} from "./contract/tool.ts";
export type { Reason, Verdict, VerdictKind } from "./contract/verdict.ts";
export type { PlanResult } from "./execution/asking/submit-plan.ts";
export type { ChainOutcome, ChainStep } from "./execution/chain.ts";
export type { Difference, PastCall, PolicyInsight, Suggestion } from "./execution/policy-insight.ts";
export type { OpenRun } from "./execution/run/run-surface.ts";
export type {
  LanguageModel,
  ModelCall,
  ModelMessage,
  ModelPart,
  ModelRequest,
} from "./model/language/language-model.ts";
export { type Script, ScriptedModel, type ScriptedReply } from "./model/language/scripted-model.ts";
export type { Explanation } from "./policy/explain.ts";
export {
  type CallOptions,
  type CallPreview,
  createRuntime,
  type Runtime,
  type RuntimeOptions,
} from "./runtime.ts";
export { defineTool } from "./tool/define-tool.ts";
export { ToolRegistry } from "./tool/tool-registry.ts";
export { VERSION } from "./version.ts";
