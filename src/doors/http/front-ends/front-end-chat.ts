import type { Context, MiddlewareHandler } from "hono";
import { DejimaError } from "../../../contract/error.ts";
import type { HarbourEvent } from "../../../contract/event.ts";
import { LOCAL_USER } from "../../../contract/run.ts";
import { answerWords } from "../../../contract/words/question-words.ts";
import { type MessageResult, type Runtime, waitingText } from "../../../runtime.ts";
import { sha256 } from "../../../support/lazy-crypto.ts";
import type { AppVariables, MostRuns } from "../app-context.ts";
import { speakerOf } from "../caller.ts";
import type { StreamLimit } from "../sse.ts";
import { agUiStream } from "./ag-ui-stream.ts";
import {
  acceptedProtocol,
  checkLimits,
  type FrontEndProtocol,
  type FrontEndRequest,
  readFrontEndRequest,
} from "./front-end-request.ts";
import { questionWords, type RunStep, runSteps } from "./run-steps.ts";
import { UI_STREAM_HEADERS, uiMessageStream } from "./ui-message-stream.ts";

/** The part of a thread's name that is kept in the id of its conversation. */
const MAX_NAMED = 40;

/** The ids of threads of front ends and of planned tasks, which anybody could work out or learn. */
const RESERVED = /-thread-[0-9a-f]{12}$|^c-s-/;

/** Throws if a caller names a conversation that has not begun by an id that is kept for somebody. */
export async function checkChosenId({ store }: Runtime, id: string | undefined): Promise<void> {
  if (id === undefined || !RESERVED.test(id) || (await store.conversations.get(id)) !== undefined) return;
  const why = `Cannot begin conversation "${id}": such ids are reserved for front ends and planned tasks; choose another, or none`;
  throw new DejimaError("invalid_input", why, { conversation: id });
}

type Chat = Context<{ Variables: AppVariables }>;

interface FrontEndOptions {
  readonly streams: StreamLimit;
  readonly mostRuns: MostRuns;
}

interface FrontEndChat {
  /**
   * Answers requests of the AI SDK's `useChat` and of AG-UI, in the stream format they read. Passes any
   * other request on to the route, unless `Accept` names one of these streams.
   */
  readonly middleware: MiddlewareHandler<{ Variables: AppVariables }>;
  /** Answers a request to the path of one protocol. */
  answer(context: Chat, body: unknown, protocol: FrontEndProtocol): Promise<Response>;
}

/** The chat for third-party front ends. */
export function frontEndChat(runtime: Runtime, { streams, mostRuns }: FrontEndOptions): FrontEndChat {
  async function send(request: FrontEndRequest, context: Chat): Promise<Response> {
    checkLimits(request);
    const conversation = await ownConversation(request.conversation, context.get("caller").name);
    const reaction = await say({ ...request, conversation }, context);
    const names = {
      "x-conversation-id": reaction.conversationId,
      ...("runId" in reaction ? { "x-run-id": reaction.runId } : {}),
      ...(request.protocol === "ui" ? UI_STREAM_HEADERS : {}),
    };
    return streams.send(context, (signal) => stream(request, reaction, { context, signal }), names);
  }

  /**
   * The conversation that a person means by the id of their front end. Front ends name their threads themselves, often with
   * the same names, so each person has a separate name space. Older ids stay valid.
   */
  async function ownConversation(named: string, user: string): Promise<string> {
    const { conversations } = runtime.store;
    const existing = await conversations.get(named);
    const isFree = user === LOCAL_USER && !RESERVED.test(named);
    if (existing === undefined ? isFree : existing.user === user) return named;
    const [thread, hash] = [named.slice(0, MAX_NAMED), sha256(`${user}\n${named}`).slice(0, 12)];
    const before = `${thread}-${hash}`;
    return (await conversations.get(before))?.user === user ? before : `${thread}-thread-${hash}`;
  }

  /**
   * Handles several answers one after another. The run of the last one continues. An answer without a question
   * is a message that starts a run; later answers are then ignored, so that a request starts one run at most.
   */
  async function say(
    { messages, conversation, files }: FrontEndRequest,
    context: Chat,
  ): Promise<MessageResult> {
    let reaction: MessageResult | undefined;
    for (const message of messages) {
      context.set("language", await runtime.conversations.language(message, conversation));
      reaction = await runtime.conversations.say(message, speakerOf(context), {
        conversation,
        attachments: files,
        most: mostRuns(context.get("caller")),
      });
      if (reaction.type === "run") break;
    }
    if (reaction === undefined)
      throw new DejimaError("invalid_input", "Cannot answer: the request contains no message");
    return reaction;
  }

  function stream(
    { protocol, conversation, answerId }: FrontEndRequest,
    reaction: MessageResult,
    how: { readonly context: Chat; readonly signal: AbortSignal },
  ): AsyncIterable<string> {
    const steps = stepsOf(reaction, how);
    const runId = "runId" in reaction ? reaction.runId : conversation;
    // The text after an answer belongs to another message than the question.
    const messageId = reaction.type === "answered" ? `${runId}-${reaction.after.seq}` : runId;
    const language = how.context.get("language") ?? "en";
    const wordsOf = async (id: string) => questionWords(await runtime.approvals.show(id), language);
    return protocol === "ui"
      ? uiMessageStream(steps, {
          messageId: answerId ?? messageId,
          continues: answerId !== undefined,
          wordsOf,
        })
      : agUiStream(steps, { threadId: conversation, runId: answerId ?? runId, wordsOf });
  }

  async function* stepsOf(
    reaction: MessageResult,
    { context, signal }: { readonly context: Chat; readonly signal: AbortSignal },
  ): AsyncGenerator<RunStep> {
    const language = context.get("language") ?? "en";
    const notice = noticeBefore(reaction, language);
    if (notice !== undefined) yield { type: "text", text: notice };
    if (!("runId" in reaction) || (reaction.type === "answered" && !reaction.result.accepted)) {
      yield { type: "end", status: "done" };
      return;
    }
    const after = reaction.type === "answered" ? { after: reaction.after } : {};
    const speaker = speakerOf(context);
    yield* runSteps(plain(runtime.conversations.follow(reaction.runId, speaker, { ...after, signal })));
  }

  return {
    async middleware(context, next) {
      const protocol = acceptedProtocol(context.req.header("accept") ?? "");
      const request = await requestOf(context, protocol);
      if (request !== undefined) return send(request, context);
      if (protocol !== undefined) throw notOf(protocol);
      return next();
    },
    answer(context, body, protocol) {
      const request = readFrontEndRequest(body, protocol);
      if (request === undefined) throw notOf(protocol);
      return send(request, context);
    },
  };
}

function notOf(protocol: FrontEndProtocol): DejimaError {
  const whose = protocol === "ui" ? "the AI SDK" : "AG-UI";
  return new DejimaError("invalid_input", `Cannot use the request: it is not a message of ${whose}`);
}

/** A notice that comes before the run's own output, if any. */
function noticeBefore(reaction: MessageResult, language: "en" | "zh"): string | undefined {
  if (reaction.type === "ambiguous") return waitingText(reaction.pending, language);
  if (reaction.type === "refused") return "This token may not answer questions: an approver has to";
  if (reaction.type === "answered" && !reaction.result.accepted) return reaction.result.message;
  if (reaction.type === "answered") {
    const words = answerWords(reaction.result.approval, language);
    return words === "" ? undefined : `${words}\n\n`;
  }
  return reaction.pending.length > 0 ? `${waitingText(reaction.pending, language)}\n\n` : undefined;
}

async function* plain(events: AsyncIterable<{ readonly event: HarbourEvent }>): AsyncGenerator<HarbourEvent> {
  for await (const { event } of events) yield event;
}

/** Parses the request of a front end. A body of another content type may come from someone else's page. */
async function requestOf(
  context: Chat,
  protocol: FrontEndProtocol | undefined,
): Promise<FrontEndRequest | undefined> {
  if (!/^application\/json\b/i.test(context.req.header("content-type") ?? "")) return undefined;
  if (context.req.header("last-event-id") !== undefined) return undefined;
  try {
    return readFrontEndRequest(await context.req.json(), protocol);
  } catch {
    return undefined; // The route reports what is wrong with it.
  }
}
