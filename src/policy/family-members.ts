import { SERVER_MARK } from "../contract/tool-family.ts";

/**
 * Families of calls with a common name, by kinds of effects or names of tools. `files`, `network` and `databases`
 * include reading.
 */
export const FAMILIES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    files: ["file.read", "file.write", "file.delete"],
    writing: ["file.write"],
    deleting: ["file.delete"],
    network: ["host.read", "host.send"],
    sending: ["host.send"],
    messages: ["message.send"],
    spending: ["money.spend"],
    commands: ["command.run"],
    browser: ["browser_*"],
    databases: ["db.read", "db.insert", "db.update", "db.delete", "db.schema", "db.call"],
    memory: ["add_memory", "search_memory", "forget_memory", "get_memory_stats"],
    schedule: [
      "schedule_task",
      "list_scheduled_tasks",
      "update_scheduled_task",
      "cancel_scheduled_task",
      "trigger_scheduled_task",
    ],
    skills: [
      "list_skills",
      "search_skills",
      "get_skill_info",
      "get_skill_reference",
      "run_skill_script",
      "draft_skill",
      "install_skill",
      "accept_skill",
      "uninstall_skill",
    ],
    mcp: [
      `*${SERVER_MARK}*`,
      "list_mcp_servers",
      "call_mcp_tool",
      "get_mcp_instructions",
      "get_mcp_prompt",
      "read_mcp_resource",
    ],
  }),
);

/** The names of the families. */
export const FAMILY_NAMES: readonly string[] = [...FAMILIES.keys()];

/** Words that people write for a family, or for the tool that does it. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  files: ["file", "filesystem", "disk", "read", "reading", "folder", "folders"],
  writing: ["write", "edit", "editing", "save"],
  deleting: ["delete", "remove", "removing"],
  network: ["net", "internet", "web", "http", "https", "url", "urls", "online", "download", "downloads"],
  sending: ["send", "upload", "uploads", "post"],
  messages: ["message", "mail", "email", "emails", "chat", "channel", "channels", "notifications"],
  spending: ["spend", "money", "cost", "costs", "payments"],
  commands: [
    "command",
    "terminal",
    "console",
    "cli",
    "program",
    "programs",
    "exec",
    "code",
    "python",
    "scripts",
    "git",
  ],
  databases: ["database", "db", "sql", "postgres", "sqlite"],
  memory: ["memories", "remember"],
  schedule: ["schedules", "scheduling", "scheduler", "tasks", "reminders", "cron", "calendar"],
  skills: ["skill"],
  mcp: ["mcps", "server", "servers", "mcp_servers", "mcpServers"],
};

/** The family that a word most likely means. Returns `undefined` if the word is not known. */
export function guessFamily(word: string): string | undefined {
  const wanted = word.toLowerCase();
  return Object.entries(OTHER_WORDS).find(([, words]) =>
    words.some((one) => one.toLowerCase() === wanted),
  )?.[0];
}
