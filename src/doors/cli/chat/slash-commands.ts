import type { RunMode } from "../../../contract/run.ts";
import type { Agent, Runtime } from "../../../runtime.ts";
import type { Output } from "../output.ts";
import { type Cost, describeCost } from "./cost.ts";

/** What slash commands can see and change of a chat. */
export interface ChatState {
  readonly runtime: Runtime;
  readonly output: Output;
  readonly cost: Cost;
  /** Whether a person is asked about calls here, or they wait in the store. */
  readonly asking: { readonly mode: RunMode; readonly park: boolean };
  /** The last call that changed something. */
  lastCall: string | undefined;
  agent: Agent;
  conversation: string | undefined;
}

interface SlashCommand {
  readonly summary: string;
  run(state: ChatState, argument: string): Promise<string>;
}

const COMMANDS: Readonly<Record<string, SlashCommand>> = {
  help: {
    summary: "this list",
    run: async () =>
      [
        ...Object.entries(COMMANDS).map(([name, { summary }]) => `/${name.padEnd(10)} ${summary}`),
        "/quit       end the chat (also Ctrl-D)",
        'A line that ends in \\ goes on in the next; """ begins and ends a block. Ctrl-C stops the call, again the run.',
      ].join("\n"),
  },
  tools: {
    summary: "the tools there are",
    run: async ({ runtime, output }) =>
      output.table(runtime.tools().map(({ name, risk, summary }) => [name, risk, summary])),
  },
  skills: {
    summary: "the skills there are",
    run: async ({ runtime, output }) => {
      const skills = await (await runtime.skills()).list();
      return output.table(skills.map(({ name, trust, description }) => [name, trust, description]));
    },
  },
  approvals: {
    summary: "questions that wait for an answer",
    run: async ({ runtime, output }) => {
      const waiting = await runtime.approvals.list({ status: "pending" });
      if (waiting.length === 0) return "None.";
      return output.table(waiting.map(({ id, tool, risk, words }) => [id, tool, risk, words.en.join("; ")]));
    },
  },
  undo: {
    summary: "put back what the last call has changed, or /undo CALL",
    run: async (state, argument) => {
      const call = argument || state.lastCall;
      if (call === undefined) return "Nothing was changed yet.";
      const { undone } = await state.runtime.undo(call);
      return undone.length === 0 ? "Nothing to put back." : `Put back: ${undone.join(", ")}`;
    },
  },
  model: {
    summary: "the model, or /model provider:name for another",
    run: async (state, argument) => {
      if (argument !== "") state.agent = await state.runtime.agent({ model: argument });
      return (await state.agent.model()).id;
    },
  },
  persona: {
    summary: "the persona, or /persona NAME for another",
    run: async (state, argument) => {
      if (argument !== "")
        state.agent = await state.runtime.agent({ persona: argument, model: await state.agent.model() });
      return (await state.agent.persona()).name;
    },
  },
  cost: { summary: "tokens used so far", run: async ({ cost }) => describeCost(cost) },
  new: {
    summary: "begin a new conversation",
    run: async (state) => {
      state.conversation = undefined;
      return "A new conversation.";
    },
  },
};

/** Runs a slash command and gives what to show; an unknown one names those there are. */
export async function slashCommand(line: string, state: ChatState): Promise<string> {
  const [, name = "", argument = ""] = /^\/(\S*)\s*(.*)$/s.exec(line) ?? [];
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined)
    return `There is no /${name}. There are: ${Object.keys(COMMANDS)
      .map((known) => `/${known}`)
      .join(" ")} /quit`;
  return command.run(state, argument.trim());
}
