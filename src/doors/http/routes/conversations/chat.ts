import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { CALLERS_CONVERSATION } from "../../../../config/schema/messengers.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { message } from "../../../../contract/words/messages.ts";
import { answerWords } from "../../../../contract/words/question-words.ts";
import { type MessageResult, parseEventId, type Runtime, waitingText } from "../../../../runtime.ts";
import { defined } from "../../../../support/defined.ts";
import { type Api, jsonBody, rawAnswers, route } from "../../api.ts";
import type { AppVariables, MostRuns } from "../../app-context.ts";
import { auditorOf, requestedModel, requireRole, speakerOf } from "../../caller.ts";
import { checkChosenId, frontEndChat } from "../../front-ends/front-end-chat.ts";
import { agUiRequest, MAX_FILES, MAX_MESSAGE_LENGTH, uiRequest } from "../../front-ends/front-end-request.ts";
import { runTexts, type SentText, type StreamLimit, sseText } from "../../sse.ts";

const body = z.strictObject({
  message: z.string().min(1).max(MAX_MESSAGE_LENGTH),
  conversation: z
    .string()
    .regex(CALLERS_CONVERSATION, {
      error: "must be letters, digits, dots, colons and hyphens, and not one of a messenger",
    })
    .optional()
    .describe("Continues this conversation, or starts it with this id"),
  persona: z.string().max(100).optional(),
  model: z.string().max(200).optional().describe("provider:name"),
  attachments: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        mediaType: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
        content: z.base64().describe("Base64"),
      }),
    )
    .max(MAX_FILES)
    .optional()
    .describe("Files that come with the message, for the tools of this conversation"),
});

/** The third-party front ends that have a separate path. */
const FRONT_ENDS = [
  ["ui", uiRequest, "the AI SDK's `useChat`"],
  ["ag-ui", agUiRequest, "AG-UI clients"],
] as const;

const RESUME =
  "Every event has an id; a client that lost the connection sends the last one as `Last-Event-ID` and gets what came since.";

/**
 * `/api/chat`: one message to the agent, answered by the events of its run. The run continues without the
 * connection.
 */
export function chatRoute(
  api: Api,
  runtime: Runtime,
  { streams, mostRuns }: { readonly streams: StreamLimit; readonly mostRuns: MostRuns },
): void {
  const resumed = async (context: Context<{ Variables: AppVariables }>, lastId: string) => {
    const place = parseEventId(lastId);
    if (place === undefined)
      throw new DejimaError(
        "invalid_input",
        `Cannot resume after "${lastId.slice(0, 100)}": it is no event's id`,
      );
    const { conversations } = runtime;
    const from = auditorOf(context);
    await conversations.checkRun(place.runId, from);
    return streams.send(context, (signal) =>
      runTexts(conversations.followTogether(place.runId, from, { after: place.number, signal })),
    );
  };

  const frontEnds = frontEndChat(runtime, { streams, mostRuns });
  for (const [protocol, schema, whose] of FRONT_ENDS)
    api.openapi(
      route(`post /api/chat/${protocol}`, {
        middleware: requireRole("user"),
        description: `The same chat for ${whose}. \`/api/chat\` takes this body too.`,
        ...jsonBody(schema),
        responses: rawAnswers("text/event-stream", `The run in the stream of ${whose}`),
      }),
      async (context) => await frontEnds.answer(context, context.req.valid("json"), protocol),
    );
  api.openapi(
    route("post /api/chat", {
      middleware: [requireRole("user"), frontEnds.middleware] as const,
      description: `The run continues when the connection is lost; \`POST /api/runs/{run}/stop\` stops it. ${RESUME} A message that answers a question of the conversation is that answer: "yes ID" or "no ID", or the word alone when the only open question is the last thing that was shown. The headers \`x-run-id\` and \`x-conversation-id\` name the run and the conversation.`,
      ...jsonBody(body),
      responses: rawAnswers("text/event-stream", "The events of the run, the last of which is `run-end`"),
    }),
    async (context) => {
      const lastId = context.req.header("last-event-id");
      if (lastId !== undefined) return await resumed(context, lastId);
      const { message, conversation, persona, model, attachments = [] } = context.req.valid("json");
      const { conversations } = runtime;
      await checkChosenId(runtime, conversation);
      context.set("language", await conversations.language(message, conversation));
      const overrides = { ...(persona && { persona }), ...(model && { model: requestedModel(model) }) };
      const reaction = await conversations.say(message, speakerOf(context), {
        attachments: attachments.map(({ content, ...file }) => ({
          ...file,
          content: Buffer.from(content, "base64"),
        })),
        most: mostRuns(context.get("caller")),
        ...defined({ conversation }),
        overrides,
      });
      const names = {
        "x-conversation-id": reaction.conversationId,
        ...("runId" in reaction ? { "x-run-id": reaction.runId } : {}),
      };
      return streams.send(context, (signal) => reply(reaction, signal, context), names);
    },
  );
  api.openapi(
    route("get /api/chat", {
      middleware: requireRole("viewer"),
      description: RESUME,
      query: z.object({ after: z.string().max(100).optional().describe("The same as the header") }),
      headers: z.object({ "last-event-id": z.string().max(100).optional() }),
      responses: rawAnswers("text/event-stream", "The events of the run after this one"),
    }),
    async (context) =>
      await resumed(
        context,
        context.req.valid("query").after ?? context.req.valid("header")["last-event-id"] ?? "",
      ),
  );

  async function* reply(
    reaction: MessageResult,
    signal: AbortSignal,
    context: Context<{ Variables: AppVariables }>,
  ): AsyncIterable<SentText> {
    const { conversations } = runtime;
    const language = context.get("language") ?? "en";
    if (reaction.type === "ambiguous" || reaction.type === "refused") {
      const ids = reaction.pending.map(({ id }) => id);
      const text =
        reaction.type === "ambiguous"
          ? waitingText(reaction.pending, language)
          : message("mayNotAnswer", language);
      yield sseText({ event: "reply", data: { type: reaction.type, message: text, pending: ids } });
      return;
    }
    if (reaction.type === "run" && reaction.pending.length > 0) {
      const pending = reaction.pending.map(({ id }) => id);
      const text = waitingText(reaction.pending, language);
      yield sseText({ event: "reply", data: { type: "waiting", message: text, pending } });
    }
    if (reaction.type === "answered") {
      const { accepted, message: text, approval } = reaction.result;
      // The persona's reply to the answer.
      const words = accepted ? answerWords(approval, language) : "";
      yield sseText({
        event: "reply",
        data: { type: reaction.type, accepted, message: text, words, approval: approval.id },
      });
      if (!accepted) return;
    }
    const after = reaction.type === "answered" ? { after: reaction.after } : {};
    yield* runTexts(conversations.followTogether(reaction.runId, speakerOf(context), { ...after, signal }));
  }
}
