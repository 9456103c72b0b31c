import { type FindRunOwner, LOCAL_USER } from "../../contract/run.ts";
import type { Store } from "../../store/store.ts";

/** Finds the owner of a run in the store, so that a resumed run keeps its owner. */
export function findRunOwner({ store }: { store(): Promise<Store> }): FindRunOwner {
  return async (runId) => {
    const stored = await store();
    const [run, turn] = await Promise.all([stored.runs.get(runId), stored.conversations.turn(runId)]);
    const conversation = turn && (await stored.conversations.get(turn.conversationId));
    return {
      user: conversation?.user ?? run?.user ?? LOCAL_USER,
      conversation: turn?.conversationId,
      door: conversation?.door,
    };
  };
}
