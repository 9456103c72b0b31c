import type { HarbourEvent } from "../contract/event.ts";
import type { Approvals } from "../execution/asking/approvals.ts";
import { type Language, languageOf } from "../support/language-of.ts";
import type { Conversations, ConverseOptions, Said, Speaker } from "./conversations.ts";
import type { Spent, Utterance } from "./utterance.ts";

const WORDS = {
  en: {
    which: (ids: string) => `Several questions wait. Answer with the id of the one you mean: ${ids}`,
    refused: "You may not answer questions about calls here; somebody who may has to.",
    waits: (ids: string) => `Still waiting for your answer: ${ids}`,
    late: (why: string) => `That answer does not count: ${why}`,
  },
  zh: {
    which: (ids: string) => `有多个问题在等待，请带上编号回答：${ids}`,
    refused: "你在这里不能回答这个问题，需要有权限的人来回答。",
    waits: (ids: string) => `仍在等待你的回答：${ids}`,
    late: (why: string) => `这个回答无效：${why}`,
  },
} as const;

/** One message of a channel of plain text, and what to send back for it. */
export async function* converse(
  text: string,
  from: Speaker,
  { listening, ...options }: ConverseOptions,
  { conversations, approvals }: { conversations: Conversations; approvals: Pick<Approvals, "show" | "text"> },
): AsyncGenerator<Utterance> {
  const language = languageOf(text);
  const words = WORDS[language];
  const said = await conversations.say(text, from, options);
  const refusal = refusalOf(said, words);
  if (refusal !== undefined) {
    yield { type: "answer", text: refusal };
    return;
  }
  if (said.type === "run" && said.pending.length > 0)
    yield { type: "notice", text: words.waits(idsOf(said)) };
  if (!("runId" in said)) return;
  const after = said.type === "answered" ? { after: said.after } : {};
  let usage = { inputTokens: 0, outputTokens: 0 };
  let begins = true;
  for await (const { event } of conversations.follow(said.runId, from, { ...after, signal: listening })) {
    if (event.type === "model-end") usage = added(usage, event.usage);
    const utterance = await utteranceOf(event, { language, approvals, usage, begins });
    if (utterance !== undefined) yield utterance;
    begins = event.type === "model-end" || (begins && event.type !== "text-delta");
  }
}

function added(sum: Spent, { inputTokens, outputTokens }: Spent): Spent {
  return { inputTokens: sum.inputTokens + inputTokens, outputTokens: sum.outputTokens + outputTokens };
}

function refusalOf(said: Said, words: (typeof WORDS)[Language]): string | undefined {
  if (said.type === "ambiguous") return words.which(idsOf(said));
  if (said.type === "refused") return words.refused;
  return said.type === "answered" && !said.result.accepted ? words.late(said.result.message) : undefined;
}

function idsOf(said: Exclude<Said, { type: "answered" }>): string {
  return said.pending.map(({ id }) => id).join(", ");
}

async function utteranceOf(
  event: HarbourEvent,
  {
    language,
    approvals,
    usage,
    begins,
  }: {
    language: Language;
    approvals: Pick<Approvals, "show" | "text">;
    usage: Spent;
    begins: boolean;
  },
): Promise<Utterance | undefined> {
  const { runId } = event;
  switch (event.type) {
    case "text-delta":
      return { type: "delta", text: event.text, begins };
    case "notice":
      return { type: "notice", text: event.text };
    case "approval-start": {
      if (event.id === undefined) return undefined;
      const held = await approvals.show(event.id);
      // One that was answered meanwhile needs no asking.
      if (held.status !== "pending") return undefined;
      return {
        type: "question",
        text: await approvals.text(held, language),
        approval: event.id,
        runId,
        usage,
      };
    }
    case "run-end":
      return { type: "answer", text: event.answer ?? "", runId, usage };
    default:
      return undefined;
  }
}
