import type { Command } from "./command.ts";

type CommandFile = () => Promise<{ readonly COMMANDS: readonly Command[] }>;

/** The files of `commands/` by topic, in the order of `dejima --help`, and by the first word of a command line. */
const TOPICS: Readonly<Record<string, Readonly<Record<string, readonly CommandFile[]>>>> = {
  "Start here": {
    chat: [() => import("./commands/chat.ts")],
    run: [() => import("./commands/agent.ts")],
    serve: [() => import("./commands/serve.ts")],
    model: [() => import("./commands/model.ts")],
    init: [() => import("./commands/config.ts")],
    doctor: [() => import("./commands/doctor.ts")],
  },
  "What it did": {
    approvals: [() => import("./commands/approvals.ts"), () => import("./commands/duties.ts")],
    undo: [() => import("./commands/undo.ts")],
    log: [() => import("./commands/log.ts"), () => import("./commands/log-keep.ts")],
    cost: [() => import("./commands/cost.ts")],
    resume: [() => import("./commands/agent.ts")],
    replay: [() => import("./commands/agent.ts")],
  },
  "What it may do": {
    policy: [() => import("./commands/policy.ts")],
    grants: [() => import("./commands/approvals.ts")],
    flow: [() => import("./commands/flow.ts")],
    "set-apart": [() => import("./commands/set-apart.ts")],
    config: [
      () => import("./commands/config.ts"),
      () => import("./commands/config-change.ts"),
      () => import("./commands/team-history.ts"),
    ],
  },
  Tools: {
    tool: [
      () => import("./commands/tool.ts"),
      () => import("./commands/own-tools.ts"),
      () => import("./commands/tool-describe.ts"),
    ],
    skill: [
      () => import("./commands/skill.ts"),
      () => import("./commands/skill-install.ts"),
      () => import("./commands/team-history.ts"),
    ],
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
    secret: [() => import("./commands/secret.ts")],
    program: [() => import("./commands/program.ts")],
    sandbox: [() => import("./commands/sandbox.ts")],
    find: [() => import("./commands/find.ts")],
    try: [() => import("./commands/find.ts")],
    registry: [() => import("./commands/registry.ts")],
    outdated: [() => import("./commands/find.ts")],
    update: [() => import("./commands/find.ts")],
  },
  "About you": {
    memory: [() => import("./commands/memory.ts")],
    profile: [() => import("./commands/profile.ts")],
    learning: [() => import("./commands/agent.ts")],
    schedule: [() => import("./commands/schedule.ts")],
    channel: [() => import("./commands/channel.ts")],
    acp: [() => import("./commands/acp.ts"), () => import("./commands/acp-install.ts")],
  },
  "A server for many": {
    token: [() => import("./commands/token.ts")],
    "sign-in": [() => import("./commands/sign-in.ts")],
    group: [() => import("./commands/group.ts")],
    worker: [() => import("./commands/worker.ts")],
    store: [() => import("./commands/store.ts")],
    backup: [() => import("./commands/backup.ts")],
    restore: [() => import("./commands/backup.ts")],
  },
  "Measure and look inside": {
    experiment: [() => import("./commands/experiment.ts")],
    eval: [() => import("./commands/eval.ts")],
    prompt: [() => import("./commands/agent.ts")],
    workflow: [() => import("./commands/agent.ts")],
    completion: [() => import("./commands/completion.ts")],
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
