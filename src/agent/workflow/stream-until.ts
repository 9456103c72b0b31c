import type { HarbourEvent } from "../../contract/event.ts";
import type { AgentRuns } from "../agent-run.ts";

/** The events of one run from its very first, until the work on it is done. What the work throws is thrown here. */
export async function* streamUntil(
  subscribe: AgentRuns["subscribe"],
  runId: string,
  start: () => Promise<{ readonly done: Promise<void> }>,
): AsyncGenerator<HarbourEvent> {
  let queue: HarbourEvent[] = [];
  let wake = () => {};
  let finished = false;
  const stop = subscribe(
    (event) => {
      queue.push(event);
      wake();
    },
    { runId },
  );
  try {
    const { done } = await start();
    const ended = done.finally(() => {
      finished = true;
      wake();
    });
    // Heard below; here only so that it is never left unheard.
    ended.catch(() => {});
    for (;;) {
      const events = queue;
      queue = [];
      for (const event of events) yield event;
      if (queue.length > 0) continue;
      if (finished) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    await ended;
  } finally {
    stop();
  }
}
