import { type Language, languageOf, showsLanguage } from "../../../support/language-of.ts";
import type { LanguageModel, ModelMessage, ModelPart, ModelRequest } from "../language-model.ts";
import { SAYINGS } from "./sayings.ts";
import { tellResult } from "./tell-result.ts";
import { understand } from "./understand.ts";
import type { ToolResult, Wish } from "./wish.ts";

/**
 * The model that is there when no other is: rules in English and Chinese for the time, files, searching and running scripts.
 * It makes real calls with arguments read from the message, and answers from their results alone.
 */
export function createOfflineModel(): LanguageModel {
  return {
    id: "offline:rules",
    introduction: SAYINGS.introduction,
    thinks: false,
    async *stream(request): AsyncGenerator<ModelPart> {
      const reply = answer(request);
      yield* reply.parts;
      yield { type: "usage", usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 } };
      yield { type: "end", reason: reply.calls ? "tool-calls" : "stop" };
    },
  };
}

function answer({ messages, tools, toolChoice }: ModelRequest): { parts: ModelPart[]; calls: boolean } {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const message = textOf(messages[at]);
  const before = messages.slice(0, at).findLast(({ role, text }) => role === "user" && showsLanguage(text));
  const language = languageOf(showsLanguage(message) || before === undefined ? message : before.text);
  const results = resultsIn(messages.slice(at + 1));
  if (results.length > 0) {
    return say(results.map((result) => tellResult(result, language)).join("\n\n"));
  }
  const earlier = messages
    .slice(0, at)
    .filter(({ role }) => role === "user")
    .map(textOf)
    .reverse();
  const wish = offered(understand(message, earlier), new Set(tools.map(({ name }) => name)));
  if (wish.kind === "call" && toolChoice === "auto") {
    const call = { id: `offline-${messages.length}`, tool: wish.tool, input: JSON.stringify(wish.input) };
    return { parts: [{ type: "tool-call", call }], calls: true };
  }
  return say(words(wish, language));
}

function offered(wish: Wish, names: ReadonlySet<string>): Wish {
  return wish.kind === "call" && !names.has(wish.tool) ? { kind: "missing", tool: wish.tool } : wish;
}

function words(wish: Wish, language: Language): string {
  if (wish.kind === "say") return SAYINGS[wish.what][language];
  return `${SAYINGS.missing[language]}\`${wish.tool}\``;
}

function say(text: string): { parts: ModelPart[]; calls: boolean } {
  const pieces = text.match(/\S+\s*|\s+/g) ?? [];
  return { parts: pieces.map((piece) => ({ type: "text-delta", text: piece })), calls: false };
}

function textOf(message: ModelMessage | undefined): string {
  return message?.text ?? "";
}

function resultsIn(messages: readonly ModelMessage[]): ToolResult[] {
  const inputs = new Map(
    messages.flatMap((message) =>
      message.role === "assistant" ? message.calls.map(({ id, input }) => [id, input] as const) : [],
    ),
  );
  return messages
    .filter((message) => message.role === "tool")
    .map(({ callId, tool, failed, data }) => ({
      tool,
      failed,
      data,
      input: JSON.parse(inputs.get(callId) ?? "{}"),
    }));
}
