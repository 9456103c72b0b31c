import { DejimaError } from "../contract/error.ts";
import { LOCAL_USER } from "../contract/run.ts";
import type { Conversation, Turn } from "../contract/user/conversation.ts";
import { shortId } from "../support/lazy-crypto.ts";
import type { TurnOptions } from "./agent-parts.ts";

/** The conversation that a message begins. */
export function newConversation(
  text: string,
  options: Pick<TurnOptions, "conversation" | "door" | "user">,
  at: number,
): Conversation {
  const { conversation: id = shortId("c"), door = "api", user = LOCAL_USER } = options;
  // The first line: files are named in lines below it.
  const [line = ""] = text.trim().split("\n", 1);
  return { id, door, user, title: line.slice(0, 80), createdAt: at, updatedAt: at };
}

/**
 * Throws unless the conversation belongs to the person who speaks: what is said there counts as its owner's, and so do the
 * calls that follow from it.
 */
export function requireOwner({ id, user }: Pick<Conversation, "id" | "user">, speaker: string): void {
  if (user === speaker) return;
  const why = `Cannot speak in conversation "${id.slice(0, 100)}" as ${speaker}: it belongs to ${user}; start your own`;
  throw new DejimaError("forbidden", why, { conversation: id });
}

/** The open turn of a new message. */
export function newTurn(
  message: string,
  {
    runId,
    conversationId,
    at,
    schedule,
  }: {
    readonly runId: string;
    readonly conversationId: string;
    readonly at: number;
    /** The id of the schedule that began it. */
    readonly schedule?: string | undefined;
  },
): Turn {
  const begun = { runId, conversationId, message, status: "open", answer: "", startedAt: at } as const;
  return { ...begun, ...(schedule === undefined ? {} : { scheduled: "task" }), context: {} };
}
