import type { Tool } from "../../contract/tool.ts";
import { asBuiltin } from "../../tool/flow-of.ts";
import { type ChannelToolSources, channelTools } from "./channel-tools.ts";
import { dataTools } from "./data/data-tools.ts";
import { fileTools } from "./file/file-tools.ts";
import { createSearchTools, type SearchToolsSources } from "./lookup-tools.ts";
import { type MemoryToolSources, memoryTools } from "./memory-tools.ts";
import { type BudgetToolSources, moneyTools } from "./money-tools.ts";
import { type NetworkToolSources, networkTools } from "./network/network-tools.ts";
import { createSubmitPlan, type PlanToolSources } from "./plan-tool.ts";
import { type ProfileToolSources, profileTools } from "./profile-tools.ts";
import type { ProgramEngine } from "./program/program-engine.ts";
import { createRunProgram } from "./program/run-program.ts";
import { createReadQuarantined, type QuarantineToolSources } from "./quarantine-tool.ts";
import { type ScheduleToolSources, scheduleTools } from "./schedule-tools.ts";
import { type CodeRunner, createShell } from "./shell.ts";
import { type SystemToolSources, systemTools } from "./system-tools.ts";

/** What the built-in tools work with. */
interface BuiltinSources
  extends SystemToolSources,
    SearchToolsSources,
    NetworkToolSources,
    MemoryToolSources,
    ProfileToolSources,
    ScheduleToolSources,
    PlanToolSources,
    QuarantineToolSources,
    BudgetToolSources,
    ChannelToolSources {
  readonly code: CodeRunner;
  /** Runs programs of calls. `undefined` if they are turned off. */
  readonly engine: ProgramEngine | undefined;
}

/** Every tool that ships with Dejima. */
export function builtinTools(sources: BuiltinSources): Tool[] {
  const tools = [
    ...systemTools(sources),
    ...fileTools,
    ...dataTools,
    createShell(sources.code),
    ...(sources.engine === undefined ? [] : [createRunProgram(sources.engine)]),
    createSubmitPlan(sources),
    createReadQuarantined(sources),
    ...moneyTools(sources),
    createSearchTools(sources),
    ...networkTools(sources),
    ...memoryTools(sources),
    ...profileTools(sources),
    ...scheduleTools(sources),
    ...channelTools(sources),
  ];
  return tools.map(asBuiltin);
}
