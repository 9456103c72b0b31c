import type { TurnContext } from "../agent/context/conversation-history.ts";
import type { Turn } from "../contract/conversation.ts";
import type { Exchange } from "./conversations.ts";

/** An exchange from elsewhere as a turn: no run of ours stands behind it, later turns only remember what was said. */
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
