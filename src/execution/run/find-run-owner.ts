import { type FindRunOwner, LOCAL_USER } from "../../contract/run.ts";
import type { Store } from "../../store/store.ts";

/** Finds out whose a run is from what is stored of it, so that a run that was resumed is still theirs. */
export function findRunOwner({
  store,
  openRun,
}: {
  store(): Promise<Store>;
  /** The run, where it is open in this process. */
  openRun(runId: string): { readonly sources: readonly string[] } | undefined;
}): FindRunOwner {
  return async (runId) => {
    const kept = await store();
    const [run, turn] = await Promise.all([kept.runs.get(runId), kept.conversations.turn(runId)]);
    const conversation = turn && (await kept.conversations.get(turn.conversationId));
    return {
      user: conversation?.user ?? run?.user ?? LOCAL_USER,
      conversation: turn?.conversationId,
      door: conversation?.door,
      untrusted: openRun(runId)?.sources ?? [],
    };
  };
}
