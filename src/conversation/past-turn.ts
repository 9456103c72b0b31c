import type { TurnContext } from "../agent/context/conversation-history.ts";
import type { Turn } from "../contract/user/conversation.ts";
import type { Exchange } from "./conversations.ts";

/** Converts an exchange from elsewhere to a turn. It has no run; later turns only see its text. */
export function pastTurn(conversationId: string, index: number, { message, answer }: Exchange): Turn {
  const context: TurnContext = {
    messages: [
      { role: "user", text: message },
      { role: "assistant", text: answer, calls: [] },
    ],
    calls: [],
    sources: [],
    said: [],
    seen: ["an exchange from elsewhere"],
    boundary: "",
  };
  return {
    runId: `${conversationId}-before-${index}`,
    conversationId,
    message,
    answer,
    status: "done",
    startedAt: Date.now(),
    context,
  };
}
