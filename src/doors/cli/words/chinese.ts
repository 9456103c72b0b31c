import { HEADING_WORDS, HELP_WORDS } from "./help-words.ts";
import { HISTORY_WORDS } from "./history-words.ts";
import { INSIDE_WORDS } from "./inside-words.ts";
import { MCP_WORDS } from "./mcp-words.ts";
import { RULES_WORDS } from "./rules-words.ts";
import { SERVER_WORDS } from "./server-words.ts";
import { SKILL_WORDS } from "./skill-words.ts";
import { START_WORDS } from "./start-words.ts";
import { TOOLS_WORDS } from "./tools-words.ts";
import { USER_WORDS } from "./user-words.ts";

/** Every text of the command line in Chinese, by the English one. `{1}` stands for the first value. */
export const CHINESE: Readonly<Record<string, string>> = {
  ...HELP_WORDS,
  ...START_WORDS,
  ...HISTORY_WORDS,
  ...RULES_WORDS,
  ...TOOLS_WORDS,
  ...SKILL_WORDS,
  ...MCP_WORDS,
  ...USER_WORDS,
  ...SERVER_WORDS,
  ...INSIDE_WORDS,
  ...HEADING_WORDS,
};
