import { z } from "@hono/zod-openapi";
import { DejimaError } from "../../../../contract/error.ts";
import type { Exchange, Runtime, Speaker } from "../../../../runtime.ts";
import { sha256, shortId } from "../../../../support/lazy-crypto.ts";

const THREADS = "openai-threads";

const threadSchema = z.object({ conversation: z.string(), head: z.string() });

const part = z.object({ type: z.string(), text: z.string().optional() }).loose();

/** A request of an OpenAI client. Unknown fields are accepted and ignored. */
export const completionRequestSchema = z
  .object({
    model: z.string().max(200).default("dejima"),
    messages: z
      .array(
        z
          .object({
            role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
            content: z.union([z.string(), z.array(part)]).nullish(),
          })
          .loose(),
      )
      .min(1)
      .max(2_000),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().optional() }).loose().nullish(),
    user: z
      .string()
      .max(500)
      .optional()
      .describe("Distinguishes the users of a front end that share a token"),
  })
  .loose();

export type CompletionRequest = z.infer<typeof completionRequestSchema>;

/** One message of a conversation. */
export interface Line {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** The message to answer, and the messages before it. */
export function readMessages({ messages }: CompletionRequest): {
  readonly text: string;
  readonly past: readonly Line[];
} {
  const lines = messages.flatMap(({ role, content }): Line[] =>
    role === "user" || role === "assistant" ? [{ role, text: textOf(content) }] : [],
  );
  const last = lines.at(-1);
  if (last?.role !== "user" || last.text.trim() === "")
    throw new DejimaError("invalid_input", "Cannot answer: the last message must be the user's, with text");
  return { text: last.text, past: lines.slice(0, -1) };
}

function textOf(content: CompletionRequest["messages"][number]["content"]): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }) => text).join("\n");
}

/**
 * Finds the conversation that a client's list of messages belongs to. Clients send no id, only all messages.
 */
interface Threads {
  find(past: readonly Line[], from: Speaker, user: string): Promise<string>;
  /** Stores what the list will look like in the next request. */
  keep(conversation: string, lines: readonly Line[], from: Speaker, user: string): Promise<void>;
}

/**
 * A conversation is identified by its first exchange, and continues if the client's list ends as ours does. A
 * changed or unknown list begins a new conversation with its content.
 */
export function openThreads({ conversations, store: { documents } }: Runtime): Threads {
  return {
    async find(past, from, user) {
      const key = keyOf(past, from, user);
      const known = key === undefined ? undefined : threadSchema.safeParse(await documents.get(THREADS, key));
      if (known?.success === true && known.data.head === headOf(past)) return known.data.conversation;
      const id = shortId("v1");
      const exchanges = exchangesOf(past);
      if (exchanges.length > 0) await conversations.begin(id, from, exchanges);
      return id;
    },
    async keep(conversation, lines, from, user) {
      const key = keyOf(lines, from, user);
      if (key !== undefined) await documents.put(THREADS, key, { conversation, head: headOf(lines) });
    },
  };
}

function keyOf(lines: readonly Line[], from: Speaker, user: string): string | undefined {
  const answer = lines.findIndex(({ role }) => role === "assistant");
  if (answer === -1) return undefined;
  return sha256(JSON.stringify([from.user, user, ...lines.slice(0, answer + 1).map(plain)]));
}

function headOf(lines: readonly Line[]): string {
  return sha256(JSON.stringify(lines.map(plain)));
}

// Clients trim messages before they show them and send them back that way.
function plain({ role, text }: Line): [string, string] {
  return [role, text.replace(/\s+/g, " ").trim()];
}

function exchangesOf(lines: readonly Line[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let message: string | undefined;
  for (const { role, text } of lines) {
    if (role === "user") message = message === undefined ? text : `${message}\n${text}`;
    else {
      exchanges.push({ message: message ?? "", answer: text });
      message = undefined;
    }
  }
  return exchanges;
}
