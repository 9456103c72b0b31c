import type { HarbourEvent } from "../../src/contract/event.ts";

/**
 * A message for the person of a conversation: a reminder, or the result of a scheduled task. `message-kept`: stored
 * until they read it. `message-told`: already in the conversation.
 */
export interface PersonMessage {
  readonly type: "message-kept" | "message-told";
  readonly conversation: string;
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

/** A conversation that the model gave a title. */
interface ConversationTitled {
  readonly type: "conversation-titled";
  readonly conversation: string;
  readonly title: string;
}

/** "connected": events arrive from now on, and earlier ones may have been missed. */
export type LiveEvent = HarbourEvent | PersonMessage | ConversationTitled | "connected";
