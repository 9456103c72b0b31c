import { randomBytes } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Runtime, Utterance } from "../../../../runtime.ts";
import { languageOf } from "../../../../support/language-of.ts";
import { lazily } from "../../../../support/once.ts";
import { type Api, answers, jsonBody, rawResponse, route } from "../../api.ts";
import type { AppVariables, MostRuns } from "../../app-context.ts";
import { requestedModel, requireRole, speakerOf } from "../../caller.ts";
import { type SentEvent, type StreamLimit, sentTexts } from "../../sse.ts";
import {
  type CompletionRequest,
  completionRequestSchema,
  type Line,
  openThreads,
  readMessages,
} from "./completion-request.ts";

const OWN_MODEL = "dejima";

const completionSchema = z
  .object({
    id: z.string(),
    object: z.literal("chat.completion"),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({ role: z.literal("assistant"), content: z.string() }),
        finish_reason: z.literal("stop"),
      }),
    ),
    usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
  })
  .openapi("ChatCompletion");

/**
 * `/v1`: the agent as a model for OpenAI clients. Tools run here; a question about a call is a message, and
 * the user's reply its answer.
 */
export function completionRoutes(
  api: Api,
  runtime: Runtime,
  { streams, mostRuns }: { readonly streams: StreamLimit; readonly mostRuns: MostRuns },
): void {
  const threads = lazily(() => openThreads(runtime));
  api.openapi(
    route("get /v1/models", {
      middleware: requireRole("viewer"),
      responses: answers(
        z.object({
          object: z.literal("list"),
          data: z.array(
            z.object({ id: z.string(), object: z.literal("model"), created: z.int(), owned_by: z.string() }),
          ),
        }),
        "The models that can be named; `dejima` is whichever the config chose",
      ),
    }),
    async (context) => {
      const { id } = await runtime.agent.model();
      const data = [...new Set([OWN_MODEL, id])].map((name) => shownModel(name));
      return context.json({ object: "list" as const, data }, 200);
    },
  );
  api.openapi(
    route("post /v1/chat/completions", {
      middleware: requireRole("user"),
      description:
        "With `stream` the answer comes as `chat.completion.chunk` events. If a call needs approval, the answer is the question; the next message, if it is “yes” or “no” as a whole, answers it; later, the word needs the id of the question.",
      ...jsonBody(completionRequestSchema),
      responses: answers(completionSchema, "The agent's answer or question"),
    }),
    async (context) => {
      const request = context.req.valid("json");
      const begun = await begin(context, request);
      const head = {
        id: `chatcmpl-${randomBytes(12).toString("hex")}`,
        created: seconds(),
        model: request.model,
      };
      if (request.stream === true)
        return rawResponse(
          streams.send(context, (signal) => sentTexts(chunks(begun, head, { request, signal }))),
        );
      const { text, usage } = await collectAnswer(begun, context.req.raw.signal);
      const message = { role: "assistant" as const, content: text };
      const choices = [{ index: 0, message, finish_reason: "stop" as const }];
      return context.json({ ...head, object: "chat.completion" as const, choices, usage }, 200);
    },
  );

  async function begin(context: Context<{ Variables: AppVariables }>, request: CompletionRequest) {
    const { text, past } = readMessages(request);
    context.set("language", languageOf(text));
    const from = speakerOf(context);
    const { user = "", model } = request;
    const { conversations } = runtime;
    const conversation = await threads().find(past, from, user);
    context.set("language", await conversations.language(text, conversation));
    const agent = model.includes(":") && model !== (await runtime.agent.model()).id;
    const options = {
      conversation,
      most: mostRuns(context.get("caller")),
      ...(agent ? { overrides: { model: requestedModel(model) } } : {}),
    };
    return {
      /** The replies, until the end or a question. A client that disconnects stops the run. */
      async *utterances(listening: AbortSignal): AsyncGenerator<Utterance> {
        const run = new AbortController();
        const onAbort = () => run.abort();
        listening.addEventListener("abort", onAbort);
        try {
          for await (const utterance of conversations.converse(text, from, {
            ...options,
            listening,
            signal: run.signal,
          })) {
            yield utterance;
            if (utterance.type === "question") return;
          }
        } finally {
          listening.removeEventListener("abort", onAbort);
        }
      },
      keep: (answer: string) => {
        const lines: Line[] = [...past, { role: "user", text }, { role: "assistant", text: answer }];
        return threads().keep(conversation, lines, from, user);
      },
    };
  }
}

type Begun = {
  utterances(signal: AbortSignal): AsyncGenerator<Utterance>;
  keep(answer: string): Promise<void>;
};
type Head = { readonly id: string; readonly created: number; readonly model: string };

async function collectAnswer({ utterances, keep }: Begun, signal: AbortSignal) {
  let [before, text, usage] = ["", "", noUsage];
  for await (const utterance of utterances(signal)) {
    if (utterance.type === "notice" && utterance.important === true) before = `${utterance.text}\n\n`;
    if (utterance.type !== "question" && utterance.type !== "answer") continue;
    text = `${before}${utterance.text}`;
    usage = usageOf(utterance);
  }
  await keep(text);
  return { text, usage };
}

async function* chunks(
  { utterances, keep }: Begun,
  head: Head,
  { request, signal }: { request: CompletionRequest; signal: AbortSignal },
): AsyncGenerator<SentEvent> {
  const chunk = (delta: object, finish: "stop" | null = null, more: object = {}): SentEvent => ({
    data: {
      ...head,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...more,
    },
  });
  const written = createWrittenText();
  let usage = noUsage;
  yield chunk({ role: "assistant", content: "" });
  for await (const utterance of utterances(signal)) {
    const piece = written.add(utterance);
    if (piece !== "") yield chunk({ content: piece });
    if (utterance.type === "question" || utterance.type === "answer") usage = usageOf(utterance);
  }
  await keep(written.text);
  yield chunk({}, "stop");
  if (request.stream_options?.include_usage === true)
    yield { data: { ...head, object: "chat.completion.chunk", choices: [], usage } };
  yield { data: "[DONE]", plain: true };
}

const noUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

function usageOf({ usage }: Extract<Utterance, { type: "question" | "answer" }>): typeof noUsage {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

function shownModel(id: string) {
  return { id, object: "model" as const, created: 0, owned_by: "dejima" };
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Turns replies into the one growing text that OpenAI clients expect. Returns the delta to add. */
interface WrittenText {
  add(utterance: Utterance): string;
  readonly text: string;
}

/** Creates an empty text. */
function createWrittenText(): WrittenText {
  let text = "";
  const write = (piece: string) => {
    text += piece;
    return piece;
  };
  const paragraph = (piece: string) => write(text === "" ? piece : `\n\n${piece}`);
  return {
    get text() {
      return text;
    },
    add(utterance) {
      switch (utterance.type) {
        case "delta":
          return utterance.begins ? paragraph(utterance.text) : write(utterance.text);
        case "notice":
          return utterance.important === true || utterance.waits === true ? paragraph(utterance.text) : "";
        case "question":
          return paragraph(utterance.text);
        case "answer":
          // Usually it has just been streamed.
          return text.trimEnd().endsWith(utterance.text.trim()) ? "" : paragraph(utterance.text);
      }
    },
  };
}
