import { asProblem } from "../../core/api-problem.ts";
import type { Heard } from "./chat-routes.ts";
import { isOpen, type Turn } from "./turn.ts";

const RETRY_MS = [300, 1_000, 2_000, 4_000, 8_000];

interface FollowOptions {
  readonly signal: AbortSignal;
  /** The turn so far. */
  turn(): Turn | undefined;
  take(heard: Heard): void;
  /** The events of a run after the last one received. */
  resume(runId: string, lastEventId: string | undefined): AsyncIterable<Heard>;
}

/** Follows a run to its end, and resumes where the connection was lost. */
export async function followRun(begin: AsyncIterable<Heard>, options: FollowOptions): Promise<void> {
  const { signal, turn, take, resume } = options;
  let source = begin;
  let lastId: string | undefined;
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      for await (const heard of source) {
        if (signal.aborted) return;
        attempt = 0;
        lastId = heard.id ?? lastId;
        take(heard);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (turn()?.runId === undefined || asProblem(error).code !== "unreachable") throw error;
    }
    const held = turn();
    // Without a run the message was an answer, and there is nothing to follow.
    if (held?.runId === undefined || !isOpen(held)) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]));
    source = resume(held.runId, lastId);
  }
}
