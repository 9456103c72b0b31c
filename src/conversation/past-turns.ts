import type { TurnContext } from "../agent/context/conversation-history.ts";
import { DejimaError } from "../contract/error.ts";
import type { Conversation, Turn } from "../contract/user/conversation.ts";
import type { ConversationRepository } from "../store/store.ts";
import { shortId } from "../support/lazy-crypto.ts";
import type { Exchange } from "./conversations.ts";

const TURNS_PER_PAGE = 200;

/**
 * Starts a conversation with the turns of another one before one of its runs. The turns keep what the model saw and its sources. The
 * other conversation does not change. What was turned on in it is not turned on here.
 */
export async function branchConversation(
  conversations: ConversationRepository,
  { id: from, user, door, title }: Conversation,
  before: string,
): Promise<Conversation> {
  const turn = await conversations.turn(before);
  if (turn === undefined || turn.conversationId !== from)
    throw new DejimaError(
      "not_found",
      `Cannot continue from run "${before.slice(0, 100)}": it is not part of this conversation`,
      { conversation: from, run: before },
    );
  const at = Date.now();
  const branchOf = { conversation: from, run: before };
  const branch = { id: shortId("c"), user, door, title, createdAt: at, updatedAt: at, branchOf };
  await conversations.put(branch);
  for (const [index, past] of (await turnsBefore(conversations, from, before)).entries())
    await conversations.putTurn({
      ...past,
      runId: `${branch.id}-before-${index}`,
      conversationId: branch.id,
      // A run in progress there does not continue here.
      status: past.status === "open" || past.status === "parked" ? "interrupted" : past.status,
    });
  return branch;
}

async function turnsBefore(
  conversations: ConversationRepository,
  id: string,
  run: string,
): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (let before = run, full = true; full; ) {
    const some = await conversations.turns(id, { limit: TURNS_PER_PAGE, before });
    turns.unshift(...some);
    full = some.length === TURNS_PER_PAGE;
    before = some[0]?.runId ?? before;
  }
  return turns;
}

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
