import type { Command } from "./command.ts";
import { AGENT_COMMANDS } from "./tables/agent-commands.ts";
import { APPROVAL_COMMANDS } from "./tables/approval-commands.ts";
import { FLOW_COMMANDS } from "./tables/flow-commands.ts";
import { HOME_COMMANDS } from "./tables/home-commands.ts";
import { LOG_COMMANDS } from "./tables/log-commands.ts";
import { MCP_COMMANDS } from "./tables/mcp-commands.ts";
import { MEMORY_COMMANDS } from "./tables/memory-commands.ts";
import { POLICY_COMMANDS } from "./tables/policy-commands.ts";
import { SANDBOX_COMMANDS } from "./tables/sandbox-commands.ts";
import { SCHEDULE_COMMANDS } from "./tables/schedule-commands.ts";
import { SET_APART_COMMANDS } from "./tables/set-apart-commands.ts";
import { SKILL_COMMANDS } from "./tables/skill-commands.ts";
import { TOKEN_COMMANDS } from "./tables/token-commands.ts";
import { TOOL_COMMANDS } from "./tables/tool-commands.ts";

/** Every command there is. Help, parsing, completion and the surface test read this one list. */
export const COMMANDS: readonly Command[] = [
  ...AGENT_COMMANDS,
  ...TOOL_COMMANDS,
  ...POLICY_COMMANDS,
  ...APPROVAL_COMMANDS,
  ...FLOW_COMMANDS,
  ...SET_APART_COMMANDS,
  ...LOG_COMMANDS,
  ...SANDBOX_COMMANDS,
  ...SKILL_COMMANDS,
  ...MCP_COMMANDS,
  ...MEMORY_COMMANDS,
  ...SCHEDULE_COMMANDS,
  ...TOKEN_COMMANDS,
  ...HOME_COMMANDS,
];
