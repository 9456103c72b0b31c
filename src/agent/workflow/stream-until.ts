import type { HarbourEvent } from "../../contract/event.ts";

type Subscribe = (listener: (event: HarbourEvent) => void) => () => void;

/** The events of one run from its very first, until the work on it is done. What the work throws is thrown here. */
export async function* streamUntil(
  subscribe: Subscribe,
  start: () => Promise<{ readonly runId: string; readonly done: Promise<void> }>,
): AsyncGenerator<HarbourEvent> {
  const queue: HarbourEvent[] = [];
  let wake = () => {};
  let finished = false;
  const stop = subscribe((event) => {
    queue.push(event);
    wake();
  });
  try {
    const { runId, done } = await start();
    const ended = done.finally(() => {
      finished = true;
      wake();
    });
    // Heard below; here only so that it is never left unheard.
    ended.catch(() => {});
    for (;;) {
      const event = queue.shift();
      if (event !== undefined) {
        if (event.runId === runId) yield event;
      } else if (finished) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    await ended;
  } finally {
    stop();
  }
}
