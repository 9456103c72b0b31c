import type { Command } from "./command.ts";

type CommandFile = () => Promise<{ readonly COMMANDS: readonly Command[] }>;

/** The files of `commands/` by topic, in the order of `dejima --help`, and by the first word of a command line. */
export const TOPICS: Readonly<Record<string, Readonly<Record<string, readonly CommandFile[]>>>> = {
  "Start here": {
    chat: [() => import("./commands/start/chat.ts")],
    run: [() => import("./commands/start/agent.ts")],
    serve: [() => import("./commands/start/serve.ts")],
    model: [() => import("./commands/start/model.ts")],
    init: [() => import("./commands/start/config.ts")],
    doctor: [() => import("./commands/start/doctor.ts")],
  },
  "What it did": {
    approvals: [() => import("./commands/history/approvals.ts")],
    undo: [() => import("./commands/history/undo.ts")],
    log: [() => import("./commands/history/log.ts"), () => import("./commands/history/log-retention.ts")],
    cost: [() => import("./commands/history/cost.ts")],
    resume: [() => import("./commands/start/agent.ts")],
    replay: [() => import("./commands/start/agent.ts")],
  },
  "What it may do": {
    policy: [() => import("./commands/rules/policy.ts")],
    grants: [() => import("./commands/history/grants.ts")],
    flow: [() => import("./commands/rules/flow.ts")],
    "set-apart": [() => import("./commands/rules/set-apart.ts")],
    config: [
      () => import("./commands/start/config.ts"),
      () => import("./commands/rules/config-change.ts"),
      () => import("./commands/rules/team-history.ts"),
    ],
  },
  Tools: {
    tool: [
      () => import("./commands/tools/tool.ts"),
      () => import("./commands/tools/own-tools.ts"),
      () => import("./commands/tools/tool-describe.ts"),
      () => import("./commands/rules/team-history.ts"),
    ],
    skill: [
      () => import("./commands/tools/skill.ts"),
      () => import("./commands/tools/skill-install.ts"),
      () => import("./commands/rules/team-history.ts"),
    ],
    mcp: [
      () => import("./commands/mcp/mcp.ts"),
      () => import("./commands/mcp/mcp-add.ts"),
      () => import("./commands/mcp/mcp-grant.ts"),
      () => import("./commands/mcp/mcp-import.ts"),
      () => import("./commands/mcp/mcp-install.ts"),
      () => import("./commands/mcp/mcp-remove.ts"),
      () => import("./commands/mcp/mcp-serve.ts"),
      () => import("./commands/rules/team-history.ts"),
    ],
    database: [() => import("./commands/tools/database.ts")],
    secret: [() => import("./commands/tools/secret.ts")],
    program: [() => import("./commands/tools/program.ts")],
    sandbox: [() => import("./commands/tools/sandbox.ts")],
    find: [() => import("./commands/tools/find.ts")],
    try: [() => import("./commands/tools/find.ts")],
    registry: [() => import("./commands/tools/registry.ts")],
    outdated: [() => import("./commands/tools/find.ts")],
    update: [() => import("./commands/tools/find.ts")],
  },
  "About you": {
    memory: [() => import("./commands/user/memory.ts")],
    profile: [() => import("./commands/user/profile.ts")],
    learning: [() => import("./commands/start/agent.ts")],
    schedule: [() => import("./commands/user/schedule.ts")],
    channel: [() => import("./commands/user/channel.ts")],
    acp: [() => import("./commands/user/acp.ts")],
  },
  "A server for many": {
    token: [() => import("./commands/server/token.ts")],
    "sign-in": [() => import("./commands/server/sign-in.ts")],
    group: [() => import("./commands/server/group.ts")],
    worker: [() => import("./commands/server/worker.ts")],
    store: [() => import("./commands/server/store.ts")],
    backup: [() => import("./commands/server/backup.ts")],
    restore: [() => import("./commands/server/backup.ts")],
  },
  "Measure and look inside": {
    experiment: [() => import("./commands/inside/experiment.ts")],
    eval: [() => import("./commands/inside/eval.ts")],
    prompt: [() => import("./commands/start/agent.ts")],
    workflow: [() => import("./commands/start/agent.ts")],
    completion: [() => import("./commands/inside/completion.ts")],
  },
};

/** A command line loads only its own files. */
const FILES: Readonly<Record<string, readonly CommandFile[]>> = Object.assign({}, ...Object.values(TOPICS));

/** The topic under which help lists the commands that begin with `word`. */
export function topicOf(word: string): string | undefined {
  return Object.keys(TOPICS).find((topic) => Object.hasOwn(TOPICS[topic] ?? {}, word));
}

/**
 * The commands that begin with `word`. For any other word, all commands, so that help and typo suggestions
 * see the whole list.
 */
export async function commandsOf(word: string | undefined): Promise<readonly Command[]> {
  const own = word !== undefined && Object.hasOwn(FILES, word) ? FILES[word] : undefined;
  const files = await Promise.all((own ?? Object.values(FILES).flat()).map((load) => load()));
  const commands = [...new Set(files)].flatMap(({ COMMANDS }) => COMMANDS);
  if (own !== undefined) return commands.filter(({ path }) => path[0] === word);
  const words = Object.keys(FILES);
  const place = ({ path: [first = ""] }: Command) => words.indexOf(first);
  return commands.toSorted((one, other) => place(one) - place(other));
}

/** All commands. */
export const allCommands = (): Promise<readonly Command[]> => commandsOf(undefined);
