import type { HarbourEvent } from "../../src/contract/event.ts";

/**
 * A message for the person of a conversation: a reminder, or what came of a planned task. It was kept until they look, or stands
 * in the conversation already.
 */
export interface MessageKept {
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

/** "connected": events from now on are heard, and some before may have been missed. */
export type Happening = HarbourEvent | MessageKept | ConversationTitled | "connected";
