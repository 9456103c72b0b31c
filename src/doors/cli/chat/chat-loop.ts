import { createInterface, type Interface } from "node:readline/promises";
import type { ModelProvider } from "../../../contract/config-names.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { HarbourEvent } from "../../../contract/event.ts";
import { LOCAL_USER } from "../../../contract/run.ts";
import { errorText, message } from "../../../contract/words/messages.ts";
import {
  type ModelState,
  type NumberedEvent,
  type Speaker,
  type TurnOptions,
  waitingText,
} from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { languageOf, languageOfLocale, showsLanguage } from "../../../support/language-of.ts";
import type { CommandContext } from "../command.ts";
import { EXIT, exitCodeOf } from "../describe/exit-code.ts";
import { type AgentFields, agentOptions, thinkingOption } from "./agent-options.ts";
import { startBackground } from "./background.ts";
import { addCost, type ChatState, noCost } from "./chat-state.ts";
import { type CompletionSources, completeLine } from "./complete-line.ts";
import { connectModel, missingText, providerAt, providerLines } from "./connect-model.ts";
import { followRun } from "./follow-run.ts";
import { createInterrupts } from "./interrupts.ts";
import {
  chatHistory,
  earlyLines,
  fromTerminal,
  type NextLine,
  promptOf,
  readMessage,
} from "./read-message.ts";
import { commandNames, namesSkill, resumeLatest, slashCommand } from "./slash-commands.ts";
import { createSpinner, type Spinner } from "./spinner.ts";

/** Chats until the person leaves: reads, runs, shows, asks. */
export async function chatLoop(
  context: CommandContext,
  input: AgentFields & { readonly conversation?: string | undefined; readonly continue?: boolean },
): Promise<number> {
  const { output, interactive } = context;
  const history = chatHistory((await context.settings()).home);
  // Until the runtime is open, Tab completes nothing.
  let complete = async (line: string): Promise<[string[], string]> => [[], line];
  const readline = createInterface({
    input: interactive ? context.terminal.typed : context.stdin,
    output: context.stderr,
    terminal: interactive,
    history: interactive ? await history.load() : [],
    historySize: 500,
    ...(interactive ? { completer: (line: string) => complete(line) } : {}),
  });
  // Attached before the first line: input that arrives without a listener would be lost.
  const early = interactive ? earlyLines(readline, context.terminal.whole) : [];
  const piped = interactive ? undefined : fromPipe(readline);
  const spinner = createSpinner(context.stderr);
  const options = agentOptions(context, input, {
    language: () => state.language,
    spinner,
  });
  const runtime = await context.runtime({
    ...options,
    ...(options?.park === undefined ? {} : { park: "wait" }),
  });
  const { conversation } = input;
  const asks = options?.mode === "interactive" || options?.ask !== undefined;
  const state: ChatState = {
    runtime,
    asking: {
      mode: asks ? "interactive" : "unattended",
      park: options?.park === undefined ? "refuse" : "wait",
    },
    output,
    cost: noCost(),
    language: languageOfLocale(context.variables),
    thinking: thinkingOption(input).thinking,
    cwd: context.cwd,
    calling: new Set(),
    agent: runtime.agent,
    conversation: typeof conversation === "string" ? conversation : undefined,
    ...(interactive ? { connect: (provider) => connect(context, state, provider) } : {}),
  };
  complete = (line) => completeLine(line, completionSources(context, state));
  const offered = interactive ? await greet(context, state) : undefined;
  if (input.continue === true) output.note(await resumeLatest(state));
  const prompt = promptOf(context, readline);
  const stopBackground = await startBackground(runtime, {
    conversation: () => state.conversation,
    print: (text) =>
      prompt.printAbove(() => output.line({ type: "message", text }, () => `✉ ${output.shown(text)}`)),
  });
  const { followConfig } = await import("../follow-config.ts");
  const unfollow = await followConfig(context, runtime, {
    command: "dejima chat",
    print: (text) => prompt.printAbove(() => output.note(output.style("dim", text))),
  });
  const interrupts = createInterrupts(readline, context.signal, () => {
    output.note(`\n${output.style("dim", message("pressAgain", state.language))}`);
    readline.prompt(true);
  });
  const next =
    piped ?? fromTerminal(readline, { early, atPrompt: interrupts.atPrompt, whole: context.terminal.whole });
  let exitCode: number = EXIT.done;
  try {
    for (;;) {
      const text = await readMessage((words) => prompt.during(() => next(words)));
      if (text === undefined || text === "/quit" || text === "/exit") break;
      if (text === "") continue;
      const provider = await offeredProvider(text, offered, state);
      if (provider !== undefined) {
        output.note(await tryCommand(() => connect(context, state, provider), state));
        continue;
      }
      if (text.startsWith("/") && !(await namesSkill(text, state))) {
        output.note(await tryCommand(() => slashCommand(text, state), state));
        continue;
      }
      if (showsLanguage(text)) state.language = languageOf(text);
      exitCode = await interrupts.during(
        (signals) => tryTurn(context, state, () => turn(context, state, { text, spinner, signals })),
        () => state.calling.size > 0,
      );
    }
  } finally {
    readline.close();
    unfollow();
    await stopBackground();
  }
  if (interactive) await history.save(readlineHistory(readline));
  return interactive ? EXIT.done : exitCode;
}

// One message that fails does not end the chat.
async function tryTurn(
  { output }: CommandContext,
  { language }: ChatState,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DejimaError) || output.json) throw error;
    output.note(`${output.style("red", error.code)} ${errorText(error, language)}`);
    return exitCodeOf(error.code);
  }
}

async function turn(
  context: CommandContext,
  state: ChatState,
  {
    text,
    spinner,
    signals,
  }: { text: string; spinner: Spinner; signals: Pick<TurnOptions, "signal" | "callSignal"> },
): Promise<number> {
  const { conversation, agent, asking, thinking } = state;
  const { conversations } = state.runtime;
  const reaction = await conversations.say(text, PERSON, {
    agent,
    ...asking,
    ...signals,
    ...defined({ thinking, conversation }),
  });
  if (!("runId" in reaction)) {
    context.output.note(waitingText(reaction.pending, state.language));
    return EXIT.done;
  }
  if (reaction.type === "answered") context.output.note(reaction.result.message);
  if (reaction.type === "run" && reaction.pending.length > 0)
    context.output.note(waitingText(reaction.pending, state.language));
  const after = reaction.type === "answered" ? { after: reaction.after } : {};
  const events = conversations.follow(reaction.runId, PERSON, {
    ...after,
    signal: new AbortController().signal,
  });
  const code = await followRun(context, watched(events, state), spinner);
  const sent = await state.runtime.mail.take(reaction.conversationId);
  for (const { text } of sent) context.output.note(`✉ ${text}`);
  return code;
}

/** The person at this terminal may do whatever its account may. */
const PERSON: Speaker = { user: LOCAL_USER, door: "cli", mayApprove: true, seesAll: true };

async function* watched(
  events: AsyncIterable<NumberedEvent>,
  state: ChatState,
): AsyncGenerator<HarbourEvent> {
  for await (const { event } of events) {
    addCost(state.cost, event);
    if (event.type === "call-start") state.calling.add(event.callId);
    if (event.type === "call-end") state.calling.delete(event.callId);
    if (event.type === "run-end") state.calling.clear();
    if (event.type === "turn-start") state.conversation = event.conversationId;
    // At a terminal, the greeting has said already that no model is connected.
    const isRepeated = event.type === "notice" && event.situation === "model" && state.connect !== undefined;
    if (isRepeated && !state.output.json) continue;
    yield event;
  }
}

/** The provider whose number was typed, as long as no model is connected. */
async function offeredProvider(
  text: string,
  offered: ModelState | undefined,
  { agent }: ChatState,
): Promise<ModelProvider | undefined> {
  const chosen = offered === undefined ? undefined : providerAt(offered, text)?.provider;
  return chosen !== undefined && (await agent.model()).id.startsWith("offline:") ? chosen : undefined;
}

function completionSources({ cwd }: CommandContext, { runtime }: ChatState): CompletionSources {
  return {
    cwd,
    commands: commandNames(),
    skills: async () => (await runtime.skills.list()).map(({ name }) => name),
    tools: () => runtime.tools().map(({ name }) => name),
  };
}

const DEFAULT_PERSONA = "plain";

/**
 * Says which model answers. If none is connected, offers the providers; the first line may be the number of
 * one.
 */
async function greet(
  { output }: CommandContext,
  { agent, language, runtime }: ChatState,
): Promise<ModelState | undefined> {
  const { id, missing } = await agent.model();
  const { name } = await agent.persona();
  const persona = name === DEFAULT_PERSONA ? "" : message("greetingPersona", language, { name });
  output.note(output.style("dim", message("greeting", language, { model: id, persona })));
  if (missing !== undefined) output.note(missingText(missing, language));
  if (!id.startsWith("offline:")) return undefined;
  const state = await runtime.models.state();
  if (state.by !== "default") return undefined;
  output.note([message("noModel", language), ...providerLines(state, language)].join("\n"));
  return state;
}

async function connect(context: CommandContext, state: ChatState, provider?: ModelProvider): Promise<string> {
  const { language, runtime } = state;
  const answer = await connectModel(context, runtime, { language, prefilled: defined({ provider }) });
  if (answer === undefined) return message("modelUnchanged", language);
  const { name: persona } = await state.agent.persona();
  state.agent = runtime.agentWith({ model: answer.id, persona });
  const others = answer.models.filter((name) => !answer.id.endsWith(`:${name}`)).slice(0, 5);
  return others.length === 0 ? "" : message("otherModels", language, { models: others.join(", ") });
}

async function tryCommand(work: () => Promise<string>, state: ChatState): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DejimaError) return errorText(error, state.language);
    throw error;
  }
}

function fromPipe(readline: Interface): NextLine {
  const lines = readline[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    return done === true ? undefined : value;
  };
}

function readlineHistory(readline: Interface): string[] {
  const { history } = readline as { history?: string[] }; // Node has this field; its types do not.
  return history ?? [];
}
