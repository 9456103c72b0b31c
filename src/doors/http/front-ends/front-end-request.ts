import { z } from "zod";
import { CALLERS_CONVERSATION } from "../../../config/schema/messengers.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { SentFile } from "../../../runtime.ts";

/** The streams that third-party front ends read, by their names in paths and in `Accept`. */
export type FrontEndProtocol = "ui" | "ag-ui";

/** A message of a front end, and the response format it wants. */
export interface FrontEndRequest {
  readonly protocol: FrontEndProtocol;
  readonly conversation: string;
  /** The person's messages. An answer to a question is also a message. */
  readonly messages: readonly string[];
  readonly files: readonly SentFile[];
  /** The id of the response: the run's id, or that of the message it continues. */
  readonly answerId: string | undefined;
}

/** The limits of one message, for every kind of front end. */
export const MAX_MESSAGE_LENGTH = 100_000;
export const MAX_FILES = 10;
/** The most questions that one request answers. */
const MAX_ANSWERS = 100;

const conversation = z.string().regex(CALLERS_CONVERSATION);
const text = z.string().max(MAX_MESSAGE_LENGTH);
const approval = z.object({ id: z.string().max(50), approved: z.boolean().optional() });

const uiPart = z.looseObject({
  type: z.string(),
  text: text.optional(),
  state: z.string().optional(),
  approval: approval.optional(),
  mediaType: z.string().max(200).optional(),
  filename: z.string().max(200).optional(),
  url: z.string().optional(),
});

/** The request that the AI SDK's `useChat` sends. */
export const uiRequest = z.looseObject({
  id: conversation,
  messages: z
    .array(z.looseObject({ id: z.string().max(200).optional(), role: z.string(), parts: z.array(uiPart) }))
    .min(1),
});

/** The request that an AG-UI client sends. */
export const agUiRequest = z.looseObject({
  threadId: conversation,
  runId: z.string().max(200),
  messages: z.array(
    z.looseObject({ role: z.string(), content: z.union([text, z.array(uiPart)]).optional() }),
  ),
  resume: z
    .array(
      z.looseObject({
        interruptId: z.string().max(50),
        status: z.enum(["resolved", "cancelled"]),
        payload: z.looseObject({ approved: z.boolean().optional() }).optional(),
      }),
    )
    .optional(),
});

/** Parses the request of a known front end, or of the given one. Returns `undefined` if it is not one. */
export function readFrontEndRequest(
  body: unknown,
  protocol?: FrontEndProtocol | undefined,
): FrontEndRequest | undefined {
  // Both have messages. A refusal by a schema costs as much as the rest of a request.
  if (typeof body !== "object" || body === null || !("messages" in body)) return undefined;
  const ag = protocol === "ui" ? undefined : agUiRequest.safeParse(body).data;
  if (ag !== undefined) return fromAgUi(ag);
  const ui = protocol === "ag-ui" ? undefined : uiRequest.safeParse(body).data;
  return ui === undefined ? undefined : fromUi(ui);
}

/** Throws if a message is empty, or larger than `/api/chat` takes it. */
export function checkLimits({ messages, files }: FrontEndRequest): void {
  const fault =
    messages.length > MAX_ANSWERS
      ? `it contains over ${MAX_ANSWERS} answers`
      : files.length > MAX_FILES
        ? `it contains over ${MAX_FILES} files`
        : messages.some((message) => message.length > MAX_MESSAGE_LENGTH)
          ? `it is longer than ${MAX_MESSAGE_LENGTH} characters`
          : files.length === 0 && messages.includes("")
            ? "it is empty"
            : undefined;
  if (fault !== undefined) throw new DejimaError("invalid_input", `Cannot take the message: ${fault}`);
}

/** The stream that `Accept` names: `text/event-stream; profile=ag-ui`. */
export function acceptedProtocol(accept: string): FrontEndProtocol | undefined {
  const named = /text\/event-stream\s*;\s*profile\s*=\s*"?(ag-ui|ui)"?\s*(?:[;,]|$)/i.exec(accept)?.[1];
  return named === undefined ? undefined : named.toLowerCase() === "ui" ? "ui" : "ag-ui";
}

function fromUi({ id, messages }: z.infer<typeof uiRequest>): FrontEndRequest | undefined {
  const last = messages.at(-1);
  const parts = last?.parts ?? [];
  const common = { protocol: "ui", conversation: id } as const;
  if (last?.role === "assistant") {
    const answers = parts.flatMap(({ state, approval: decision }) =>
      state === "approval-responded" && decision !== undefined
        ? [answerText(decision.id, decision.approved === true)]
        : [],
    );
    return answers.length === 0 ? undefined : { ...common, messages: answers, files: [], answerId: last.id };
  }
  if (last?.role !== "user") return undefined;
  return { ...common, messages: [textOf(parts)], files: parts.flatMap(fileOf), answerId: undefined };
}

function fromAgUi({ threadId, runId, messages, resume = [] }: z.infer<typeof agUiRequest>): FrontEndRequest {
  const common = { protocol: "ag-ui", conversation: threadId, answerId: runId } as const;
  if (resume.length > 0) {
    const answers = resume.map(({ interruptId, status, payload }) =>
      answerText(interruptId, status === "resolved" && payload?.approved === true),
    );
    return { ...common, messages: answers, files: [] };
  }
  const { content = "" } = messages.findLast(({ role }) => role === "user") ?? {};
  return typeof content === "string"
    ? { ...common, messages: [content], files: [] }
    : { ...common, messages: [textOf(content)], files: content.flatMap(fileOf) };
}

/** The text that answers a question, as in any chat: it names the question. */
function answerText(id: string, approved: boolean): string {
  return `${approved ? "yes" : "no"} ${id}`;
}

function textOf(parts: readonly z.infer<typeof uiPart>[]): string {
  return parts.flatMap(({ type, text: words = "" }) => (type === "text" ? [words] : [])).join("\n");
}

/** A file that came with the message. A file at a remote address is not fetched. */
function fileOf({ type, url = "", mediaType, filename }: z.infer<typeof uiPart>): SentFile[] {
  const [, declaredType = "", content] = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s.exec(url) ?? [];
  if (type !== "file" || content === undefined) return [];
  return [
    {
      name: filename ?? "file",
      mediaType: mediaType ?? declaredType,
      content: Buffer.from(content, "base64"),
    },
  ];
}
