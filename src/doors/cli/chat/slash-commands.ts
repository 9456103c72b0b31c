import { DejimaError } from "../../../contract/error.ts";
import { LOCAL_USER } from "../../../contract/run.ts";
import type { Conversation } from "../../../contract/user/conversation.ts";
import { message, riskWord } from "../../../contract/words/messages.ts";
import type { Runtime } from "../../../runtime.ts";
import { nearest } from "../../../support/nearest.ts";
import { oneLine } from "../../../text/one-line.ts";
import { toolSummary } from "../../../text/tool-words.ts";
import { visibleText } from "../../../text/visible-text.ts";
import { undoableCalls } from "../undoable-calls.ts";
import { type ChatState, describeCost, type SlashCommand } from "./chat-state.ts";
import { missingText } from "./connect-model.ts";
import { ruleCommands } from "./rule-commands.ts";

const COMMANDS: Readonly<Record<string, SlashCommand>> = {
  help: {
    summary: "helpHelp",
    run: async ({ language }) =>
      [
        ...Object.entries(COMMANDS).map(
          ([name, { summary }]) => `/${name.padEnd(10)} ${message(summary, language)}`,
        ),
        `/${"quit".padEnd(10)} ${message("helpQuit", language)}`,
        message("helpKeys", language),
      ].join("\n"),
  },
  tools: {
    summary: "helpTools",
    run: async ({ runtime, output, language }) =>
      output.table(
        runtime
          .tools()
          .map((tool) => [tool.name, riskWord(tool.risk, language), toolSummary(tool, language)]),
      ),
  },
  skills: {
    summary: "helpSkills",
    run: async ({ runtime, output }) => {
      const skills = await runtime.skills.list();
      return output.table(skills.map(({ name, trust, description }) => [name, trust, description]));
    },
  },
  approvals: {
    summary: "helpApprovals",
    run: async ({ runtime, output, language }) => {
      const waiting = await runtime.approvals.list({ status: "pending" });
      if (waiting.length === 0) return message("noneWaiting", language);
      return output.table(
        waiting.map(({ id, tool, risk, words }) => [id, tool, risk, words[language].join("; ")]),
      );
    },
  },
  ...ruleCommands,
  undo: {
    summary: "helpUndo",
    run: async (state, argument) => {
      const call = argument || (await lastChange(state));
      const { undone } = call === undefined ? { undone: [] } : await state.runtime.undo(call);
      return undone.length === 0
        ? message("nothingToUndo", state.language)
        : message("putBack", state.language, { paths: undone.map(({ path }) => path).join(", ") });
    },
  },
  model: {
    summary: "helpModel",
    run: async (state, argument) => {
      if (argument !== "") {
        const { name: persona } = await state.agent.persona();
        // A model that cannot be used must not replace the current one.
        const agent = state.runtime.agentWith({ model: argument, persona });
        const { id, missing } = await agent.model();
        if (missing !== undefined) return `${id}: ${missingText(missing, state.language)}`;
        state.agent = agent;
      } else if (state.connect !== undefined) return state.connect();
      return (await state.agent.model()).id;
    },
  },
  persona: {
    summary: "helpPersona",
    run: async (state, argument) => {
      if (argument !== "") {
        const agent = state.runtime.agentWith({ persona: argument, model: await state.agent.model() });
        await agent.persona();
        state.agent = agent;
      }
      return (await state.agent.persona()).name;
    },
  },
  thinking: {
    summary: "helpThinking",
    run: async (state, argument) => {
      if (argument !== "" && argument !== "on" && argument !== "off")
        throw new DejimaError("invalid_input", `Cannot read /thinking "${argument}": write on or off`);
      if (argument !== "") state.thinking = argument === "on";
      return message(state.thinking === true ? "thinkingOn" : "thinkingOff", state.language);
    },
  },
  cost: { summary: "helpCost", run: async ({ cost, language }) => describeCost(cost, language) },
  resume: {
    summary: "helpResume",
    run: async (state, argument) => {
      const earlier = await ownConversations(state.runtime);
      if (earlier.length === 0) return message("noConversation", state.language);
      if (argument === "")
        return state.output.table(earlier.map(({ id, title }, at) => [`${at + 1}`, id, oneLine(title)]));
      const chosen = earlier[Number(argument) - 1] ?? earlier.find(({ id }) => id === argument);
      if (chosen === undefined)
        throw new DejimaError(
          "not_found",
          `Cannot resume "${argument.slice(0, 100)}": /resume lists what there is`,
        );
      return continueConversation(chosen, state);
    },
  },
  new: {
    summary: "helpNew",
    run: async (state) => {
      state.conversation = undefined;
      return message("newConversation", state.language);
    },
  },
};

/** The latest call of this conversation that changed something and is not undone. */
async function lastChange({ runtime, conversation, cwd }: ChatState): Promise<string | undefined> {
  if (conversation === undefined) return undefined;
  const turns = await runtime.store.conversations.turns(conversation, { limit: MAX_UNDONE_TURNS });
  const own = new Set(turns.map(({ runId }) => runId));
  const { latest } = await undoableCalls(runtime, cwd);
  return latest.find(({ callId, undone }) => !undone && own.has(callId.replace(/\.[^.]*$/, "")))?.callId;
}

const MAX_UNDONE_TURNS = 100;

/** The names of the commands, without the slash. */
export const commandNames = (): string[] => [...Object.keys(COMMANDS), "quit"];

const MAX_LISTED_CONVERSATIONS = 20;

/** The person's conversations, latest first. */
async function ownConversations({ store }: Runtime): Promise<Conversation[]> {
  return store.conversations.list({ user: LOCAL_USER, limit: MAX_LISTED_CONVERSATIONS });
}

/** Continues the person's latest conversation. Returns the text to show. */
export async function resumeLatest(state: ChatState): Promise<string> {
  const [latest] = await ownConversations(state.runtime);
  return latest === undefined
    ? message("noConversation", state.language)
    : continueConversation(latest, state);
}

/** Continues a conversation and shows its latest messages. */
async function continueConversation({ id, title }: Conversation, state: ChatState): Promise<string> {
  state.conversation = id;
  const [last] = await state.runtime.store.conversations.turns(id, { limit: 1 });
  // Nobody said the message of a planned task; its answer repeats it.
  const lastTurn =
    last === undefined ? [] : [last.scheduled === undefined ? `> ${last.message}` : "✉", last.answer];
  return visibleText(
    [message("continuing", state.language, { title: oneLine(title) }), ...lastTurn].join("\n"),
  );
}

/** Runs a slash command and returns the text to show. For an unknown command, lists the known ones. */
export async function slashCommand(line: string, state: ChatState): Promise<string> {
  const [, name = "", argument = ""] = /^\/(\S*)\s*(.*)$/s.exec(line) ?? [];
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const slashed = (names: readonly string[]) => names.map((known) => `/${known}`).join(" ");
    const near = nearest(name, commandNames(), 2);
    return [
      message("noSuchCommand", state.language, { name, known: slashed(commandNames()) }),
      ...(near.length === 0 ? [] : [message("commandMeant", state.language, { names: slashed(near) })]),
    ].join("\n");
  }
  return command.run(state, argument.trim());
}

/** Whether a line such as `/web-search news` names a skill and not a command. Then it is a message. */
export async function namesSkill(line: string, { runtime }: Pick<ChatState, "runtime">): Promise<boolean> {
  const [, name = ""] = /^\/(\S+)/.exec(line) ?? [];
  if (name === "" || Object.hasOwn(COMMANDS, name)) return false;
  return (await runtime.skills.list()).some((skill) => skill.name === name.toLowerCase());
}
