import type { Tool } from "../../contract/tool.ts";
import { asBuiltin } from "../../tool/flow-of.ts";
import { type ChannelToolSources, channelTools } from "./channel/channel-tools.ts";
import type { CodeRunner } from "./code/code-runner.ts";
import { createShell } from "./code/shell.ts";
import { dataTools } from "./data/data-tools.ts";
import { fileTools } from "./file/file-tools.ts";
import type { MemoryToolSources } from "./memory/memory-sources.ts";
import { memoryTools } from "./memory/memory-tools.ts";
import { type NetworkToolSources, networkTools } from "./network/network-tools.ts";
import type { ProfileToolSources } from "./profile/profile-sources.ts";
import { profileTools } from "./profile/profile-tools.ts";
import type { ScheduleToolSources } from "./schedule/schedule-sources.ts";
import { scheduleTools } from "./schedule/schedule-tools.ts";
import { createSearchTools, type SearchToolsSources } from "./system/search-tools.ts";
import { type SystemToolSources, systemTools } from "./system/system-tools.ts";

export interface BuiltinSources
  extends SystemToolSources,
    SearchToolsSources,
    NetworkToolSources,
    MemoryToolSources,
    ProfileToolSources,
    ScheduleToolSources,
    ChannelToolSources {
  readonly code: CodeRunner;
}

/** Every tool that ships with Dejima. */
export function builtinTools(sources: BuiltinSources): Tool[] {
  const tools = [
    ...systemTools(sources),
    ...fileTools,
    ...dataTools,
    createShell(sources.code),
    createSearchTools(sources),
    ...networkTools(sources),
    ...memoryTools(sources),
    ...profileTools(sources),
    ...scheduleTools(sources),
    ...channelTools(sources),
  ];
  return tools.map(asBuiltin);
}
