import type { Command } from "./command.ts";

type CommandFile = () => Promise<{ readonly COMMANDS: readonly Command[] }>;

/** The files of `commands/` by the first word of a command line. A command line loads only its own files. */
const FILES: Readonly<Record<string, readonly CommandFile[]>> = {
  run: [() => import("./commands/agent.ts")],
  chat: [() => import("./commands/chat.ts")],
  resume: [() => import("./commands/agent.ts")],
  replay: [() => import("./commands/agent.ts")],
  prompt: [() => import("./commands/agent.ts")],
  workflow: [() => import("./commands/agent.ts")],
  learning: [() => import("./commands/agent.ts")],
  experiment: [() => import("./commands/experiment.ts")],
  eval: [() => import("./commands/eval.ts")],
  model: [() => import("./commands/model.ts")],
  tool: [
    () => import("./commands/tool.ts"),
    () => import("./commands/own-tools.ts"),
    () => import("./commands/tool-describe.ts"),
  ],
  policy: [() => import("./commands/policy.ts")],
  approvals: [() => import("./commands/approvals.ts"), () => import("./commands/duties.ts")],
  grants: [() => import("./commands/approvals.ts")],
  flow: [() => import("./commands/flow.ts")],
  "set-apart": [() => import("./commands/set-apart.ts")],
  log: [() => import("./commands/log.ts"), () => import("./commands/log-keep.ts")],
  program: [() => import("./commands/program.ts")],
  cost: [() => import("./commands/cost.ts")],
  sandbox: [() => import("./commands/sandbox.ts")],
  skill: [() => import("./commands/skill.ts"), () => import("./commands/skill-install.ts")],
  mcp: [
    () => import("./commands/mcp.ts"),
    () => import("./commands/mcp-add.ts"),
    () => import("./commands/mcp-grant.ts"),
    () => import("./commands/mcp-import.ts"),
    () => import("./commands/mcp-install.ts"),
    () => import("./commands/mcp-remove.ts"),
    () => import("./commands/mcp-serve.ts"),
  ],
  database: [() => import("./commands/database.ts")],
  channel: [() => import("./commands/channel.ts")],
  find: [() => import("./commands/find.ts")],
  try: [() => import("./commands/find.ts")],
  outdated: [() => import("./commands/find.ts")],
  update: [() => import("./commands/find.ts")],
  registry: [() => import("./commands/registry.ts")],
  memory: [() => import("./commands/memory.ts")],
  profile: [() => import("./commands/profile.ts")],
  schedule: [() => import("./commands/schedule.ts")],
  group: [() => import("./commands/group.ts")],
  secret: [() => import("./commands/secret.ts")],
  token: [() => import("./commands/token.ts")],
  "sign-in": [() => import("./commands/sign-in.ts")],
  undo: [() => import("./commands/undo.ts")],
  serve: [() => import("./commands/serve.ts")],
  worker: [() => import("./commands/worker.ts")],
  acp: [() => import("./commands/acp.ts"), () => import("./commands/acp-install.ts")],
  store: [() => import("./commands/store.ts")],
  backup: [() => import("./commands/backup.ts")],
  restore: [() => import("./commands/backup.ts")],
  init: [() => import("./commands/config.ts")],
  config: [
    () => import("./commands/config.ts"),
    () => import("./commands/config-change.ts"),
    () => import("./commands/config-history.ts"),
  ],
  doctor: [() => import("./commands/doctor.ts")],
  completion: [() => import("./commands/completion.ts")],
};

/**
 * The commands that begin with `word`. For any other word, all commands, so that help and typo suggestions
 * see the whole list.
 */
export async function commandsOf(word: string | undefined): Promise<readonly Command[]> {
  const own = word !== undefined && Object.hasOwn(FILES, word) ? FILES[word] : undefined;
  const files = await Promise.all((own ?? Object.values(FILES).flat()).map((load) => load()));
  const commands = [...new Set(files)].flatMap(({ COMMANDS }) => COMMANDS);
  return own === undefined ? commands : commands.filter(({ path }) => path[0] === word);
}

/** All commands. */
export const allCommands = (): Promise<readonly Command[]> => commandsOf(undefined);
