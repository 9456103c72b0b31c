import { resolve } from "node:path";
import { HOME_FOLDER, type Settings } from "./config/load-config.ts";
import { chooseHome, LIBRARY_HINTS } from "./config/places/choose-home.ts";
import { processEnvironment } from "./config/places/process-environment.ts";
import { settingsFrom } from "./config/settings-from.ts";
import type { EnvironmentVariables } from "./config/substitute-environment.ts";
import type { Runtime, RuntimeOptions, ToolsByName } from "./wiring/runtime-surface.ts";
import { wireRuntime } from "./wiring/wire-runtime.ts";

export type { TurnOptions } from "./agent/agent-parts.ts";
export type { Agent } from "./agent/create-agent.ts";
export type { SentFile } from "./conversation/attachment-store.ts";
export type {
  AnswerButton,
  Conversations,
  ConverseOptions,
  Exchange,
  MessageResult,
  SayOptions,
  Speaker,
  Utterance,
} from "./conversation/conversations.ts";
export type { EventNumber } from "./conversation/event-number.ts";
export { eventId, parseEventId } from "./conversation/event-number.ts";
export { createMessenger, type Messenger, type Place } from "./conversation/messenger.ts";
export type { OfferedFile } from "./conversation/offered-files.ts";
export { waitingText } from "./conversation/question-texts.ts";
export type { NumberedEvent } from "./conversation/run-stream.ts";
export type { ApprovalView } from "./execution/asking/approval-view.ts";
export type { LogRecord } from "./execution/log/read-log.ts";
export type { CallPreview } from "./execution/preview-call.ts";
export type { CallOptions, OpenRun } from "./execution/run/run-surface.ts";
export type { SkillPreview } from "./sources/skills/install/install-skill.ts";
export type { ModelAnswer, ModelSelection, ModelState, ProviderState } from "./wiring/agent/open-models.ts";
export type {
  AgentOverrides,
  Runtime,
  RuntimeOptions,
} from "./wiring/runtime-surface.ts";

/** Creates a runtime from loaded settings, or from the keys of dejima.yaml as data. */
export function createRuntime<const Tools extends NonNullable<RuntimeOptions["tools"]> = []>(
  options: RuntimeOptions & { readonly tools?: Tools } = {},
): Runtime<ToolsByName<Tools>> {
  const { variables = processEnvironment() } = options;
  const runtime: Runtime = wireRuntime(options.settings ?? embeddedSettings(options, variables), {
    ...options,
    variables,
  });
  // Only the compiler knows which tools it has.
  return runtime as Runtime<ToolsByName<Tools>>;
}

// A home that the program names is the program's choice. A home in the workspace may have come with the
// workspace.
function embeddedSettings(
  { config = {}, workspace = process.cwd(), home }: RuntimeOptions,
  variables: EnvironmentVariables,
): Settings {
  const base = resolve(workspace);
  const settings = (place: string): Settings => ({
    ...settingsFrom(config, { base, home: place, variables }),
    reread: async () => settings(place),
  });
  if (home) return settings(resolve(base, home));
  const chosen = chooseHome(resolve(base, HOME_FOLDER), variables, LIBRARY_HINTS);
  if (chosen.homeNote !== undefined) process.emitWarning(chosen.homeNote, { code: "DEJIMA_HOME" });
  return { ...settings(chosen.home), ...chosen };
}
