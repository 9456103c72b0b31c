import { type Language, languageOf, showsLanguage } from "../../../support/language-of.ts";
import type { LanguageModel, ModelCall, ModelMessage, ModelPart, ModelRequest } from "../language-model.ts";
import { describeResult, resultText } from "./describe-result.ts";
import { INTRODUCTION, replyText } from "./fixed-replies.ts";
import { type Intent, say, type ToolResult } from "./intent.ts";
import { pathsIn } from "./named-path.ts";
import { readScriptFirst } from "./read-script-first.ts";
import { isDone, understand } from "./understand.ts";

/**
 * The model that works without any other: rules in English and Chinese for the time, files, searching and
 * running scripts. It makes real calls with arguments from the message, and answers only from their results.
 */
export function createOfflineModel(): LanguageModel {
  return {
    id: "offline:rules",
    introduction: INTRODUCTION,
    thinks: false,
    async *stream(request): AsyncGenerator<ModelPart> {
      const { text, calls } = reply(request);
      for (const piece of text.match(/\S+\s*|\s+/g) ?? []) yield { type: "text-delta", text: piece };
      for (const call of calls) yield { type: "tool-call", call };
      yield { type: "usage", usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 } };
      yield { type: "end", reason: calls.length > 0 ? "tool-calls" : "stop" };
    },
  };
}

interface Reply {
  readonly text: string;
  readonly calls: readonly ModelCall[];
}

type RequestedCall = Extract<Intent, { kind: "call" }>;

// Calls that only read are made together. One that may change something waits for the calls before it.
const READ_ONLY_TOOLS = /^(?:current_time|list_|read_file|grep|get_|search_|web_search|fetch)/;

function reply({ system, messages, tools, toolChoice }: ModelRequest): Reply {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const message = withoutMedia(messages[at]?.text ?? "");
  const userMessages = messages
    .slice(0, at)
    .filter(({ role }) => role === "user")
    .reverse();
  const language = languageOf(
    showsLanguage(message)
      ? message
      : (userMessages.find(({ text }) => showsLanguage(text))?.text ?? message),
  );
  const today = /^Date: (\d{4}-\d\d-\d\d)/m.exec(system)?.[1];
  const rounds = roundsIn(messages.slice(at + 1));
  const lastReply = messages.slice(0, at).findLast(({ role }) => role === "assistant")?.text ?? "";
  const earlier = userMessages.map(({ text }) => withoutMedia(text));
  const overrides =
    completeRequest(message, { earlier, lastReply, today }) ?? understand(message, { earlier, today });
  // A tool that was called existed, whatever is offered now.
  const offered = new Set([...tools.map(({ name }) => name), ...rounds.flat().map(({ tool }) => tool)]);
  const work = { rounds, language, message, offered, lastReply, mayCall: toolChoice === "auto" };
  return goThrough(overrides.map(readScriptFirst), work);
}

/** A message without the lines for pictures and recordings: their names are not files to read. */
function withoutMedia(text: string): string {
  return text.replace(/\n?\[[^\n]{1,300}, (?:image|audio|video)\/[\w.+-]{1,80}, \d{1,12} bytes\]/g, "");
}

interface Work {
  /** The results of the rounds of calls so far. */
  readonly rounds: readonly (readonly ToolResult[])[];
  readonly language: Language;
  readonly message: string;
  readonly mayCall: boolean;
  /** The reply before this message. */
  readonly lastReply: string;
  /** The names of the offered tools. */
  readonly offered: ReadonlySet<string>;
}

// Walks the requests as far as there are results, then makes the next call, or shows all results.
function goThrough(
  overrides: readonly Intent[],
  { rounds, language, message, mayCall, offered, lastReply }: Work,
): Reply {
  const waiting = overrides.map((intent) => withoutOptional(intent, offered));
  const replies: string[] = [];
  const found: string[] = [];
  for (let round = 0; waiting.length > 0; ) {
    const batch = takeBatch(waiting);
    if (batch === undefined) {
      const intent = waiting.shift();
      replies.push(wordsOf(intent, language));
      if (intent?.kind === "answer") found.push(intent.result);
      continue;
    }
    const missing = batch.filter(({ tool }) => !offered.has(tool));
    const there = batch.filter(({ tool }) => offered.has(tool));
    replies.push(...missing.map(({ tool }) => replyText("missing", language, tool)));
    if (there.length === 0) continue;
    const results = rounds[round];
    if (results === undefined) {
      const filled = there.map((intent) => withResult(intent, found.join("\n") || lastReply));
      const missingContent = filled.find((intent) => intent.kind !== "call");
      if (missingContent !== undefined) {
        replies.push(wordsOf(missingContent, language));
        continue;
      }
      const calls = filled.filter((intent) => intent.kind === "call");
      if (mayCall) return { text: "", calls: calls.map((intent, number) => callOf(intent, round, number)) };
      replies.push(notDone([...there, ...waiting], language));
      break;
    }
    round++;
    let broken = false;
    for (const [n, result] of results.entries()) {
      const further = there[n]?.next?.(result);
      if (further === undefined || further.kind !== "call") {
        replies.push(describeResult(result, language, message));
        if (!result.failed) found.push(resultText(result, language));
      }
      if (further !== undefined) waiting.unshift(further);
      else broken ||= result.failed;
    }
    if (broken && waiting.length > 0) {
      replies.push(notDone(waiting, language));
      break;
    }
  }
  return { text: replies.filter(Boolean).join("\n\n"), calls: [] };
}

function withoutOptional(intent: Intent, offered: ReadonlySet<string>): Intent {
  if (intent.kind !== "call" || intent.optional !== true || offered.has(intent.tool)) return intent;
  return intent.next?.({ tool: intent.tool, input: intent.input, failed: true, data: {} }) ?? intent;
}

/** Fills in an earlier result. Without one, asks a question. */
function withResult(intent: RequestedCall, found: string): Intent {
  const { takesResult, input } = intent;
  if (takesResult === undefined) return intent;
  if (found === "") return say("which-content", String(input.path ?? ""));
  return { ...intent, input: { ...input, [takesResult]: `${found.trimEnd()}\n` } };
}

function takeBatch(waiting: Intent[]): RequestedCall[] | undefined {
  const [first] = waiting;
  if (first?.kind !== "call") return undefined;
  const together = (intent: Intent | undefined): intent is RequestedCall =>
    intent?.kind === "call" && READ_ONLY_TOOLS.test(intent.tool) && intent.next === undefined;
  const rest = waiting.findIndex((intent) => !together(intent));
  const count = together(first) ? (rest === -1 ? waiting.length : rest) : 1;
  return waiting.splice(0, count).filter((intent) => intent.kind === "call");
}

function callOf({ tool, input }: RequestedCall, round: number, number: number): ModelCall {
  return { id: `offline-${round}-${number}`, tool, input: JSON.stringify(input) };
}

function wordsOf(intent: Intent | undefined, language: Language): string {
  if (intent === undefined || intent.kind === "call") return "";
  if (intent.kind === "answer") return intent.text;
  return replyText(intent.what, language, intent.about);
}

function notDone(overrides: readonly Intent[], language: Language): string {
  const tools = overrides.flatMap((intent) => (intent.kind === "call" ? [`\`${intent.tool}\``] : []));
  return tools.length === 0 ? "" : replyText("not-done", language, tools.join(", "));
}

function roundsIn(messages: readonly ModelMessage[]): ToolResult[][] {
  const results = new Map(
    messages.flatMap((message) => (message.role === "tool" ? [[message.callId, message] as const] : [])),
  );
  return messages
    .filter((message) => message.role === "assistant")
    .filter(({ calls }) => calls.length > 0)
    .map(({ calls }) =>
      calls.map(({ id, tool, input }) => {
        const { failed = true, data } = results.get(id) ?? {};
        return { tool, failed, data, input: JSON.parse(input) };
      }),
    );
}

const MAX_ANSWER_LENGTH = 300;

/** Filler words around a name in an answer: "hello.sh, please". */
const FILLER =
  /^(?:it(?:'s| is)|the|that|this|one|please|just|use|with|for|me|就|是|那个|这个|用|请|吧|呀|啊|哦|呢|的|[\s,.!?:，。！？：`'"“”「」])*$/i;

interface FollowUp {
  /** The user's messages before it, newest first. */
  readonly earlier: readonly string[];
  /** The last reply to the user. */
  readonly lastReply: string;
  readonly today?: string | undefined;
}

/**
 * Interprets a message as the answer to our question: "Which script?" - "hello.sh". `undefined` if it is a
 * new request.
 */
function completeRequest(
  answer: string,
  { earlier: [request = "", ...before], lastReply, today }: FollowUp,
): Intent[] | undefined {
  if (
    answer.length > MAX_ANSWER_LENGTH ||
    !isQuestion(lastReply, understand(request, { earlier: before, today }))
  )
    return undefined;
  if (!isBareName(answer) && understand(answer, { earlier: before, today }).some(isDone)) return undefined;
  const whole = [
    `${request} ${answer}`,
    `${request}: ${answer}`,
    `${answer} ${request}`,
    `${answer}${request}`,
  ];
  return whole
    .map((text) => understand(text, { earlier: before, today }))
    .find((intents) => intents.length > 0 && intents.every(isDone));
}

/** Whether a reply was only the question that its request leads to. */
function isQuestion(reply: string, [only, ...more]: readonly Intent[]): boolean {
  if (only?.kind !== "say" || !only.what.startsWith("which-") || more.length > 0) return false;
  const languages: readonly Language[] = ["en", "zh"];
  return languages.some((language) => replyText(only.what, language, only.about) === reply.trim());
}

function isBareName(text: string): boolean {
  const [path, ...others] = pathsIn(text);
  return path !== undefined && others.length === 0 && FILLER.test(text.replace(path, " "));
}
