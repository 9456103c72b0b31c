import type { Conversation, Turn } from "../contract/conversation.ts";
import { DejimaError } from "../contract/error.ts";
import type { ConversationRepository } from "../store/store.ts";
import { shortId } from "../support/lazy-crypto.ts";

const TURNS_AT_ONCE = 200;

/**
 * Begins a conversation with the turns of another up to one of its runs, which is left out. The turns keep what the model was shown and
 * where it came from. The other conversation stays as it is; what was turned on in it is not on here.
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
      `Cannot go on from run "${before.slice(0, 100)}": it is no part of this conversation`,
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
      // What still goes on there does not go on here.
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
    const some = await conversations.turns(id, { limit: TURNS_AT_ONCE, before });
    turns.unshift(...some);
    full = some.length === TURNS_AT_ONCE;
    before = some[0]?.runId ?? before;
  }
  return turns;
}
