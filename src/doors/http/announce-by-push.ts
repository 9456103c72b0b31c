import type { Runtime } from "../../runtime.ts";
import { messageNotice, questionNotice } from "./push-words.ts";

/**
 * Sends subscribed browsers what an open page would show as a toast: reminders, results of scheduled tasks,
 * and questions. Returns a function that stops it.
 */
export async function announceByPush(
  runtime: Runtime,
  onFault: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const { push, mail, store } = runtime;
  const open = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const track = (work: Promise<unknown>) => {
    const done = work.catch(onFault).finally(() => open.delete(done));
    open.add(done);
  };
  const stopMail = await mail.onKept((message, to) => {
    track(push.notify({ user: to.user }, messageNotice(message, to.conversation), { signal }));
  });
  const stopEvents = runtime.subscribe((event) => {
    if (event.type !== "approval-start" || event.id === undefined) return;
    const { id, runId } = event;
    track(
      recipientsOf(runId).then((audience) =>
        push.notify(audience, questionNotice(id, audience.conversation), { urgent: true, signal }),
      ),
    );
  });

  /** Who is asked: the owner of the run, and everyone who may answer. */
  async function recipientsOf(runId: string) {
    const turn = await store.conversations.turn(runId);
    const conversation = turn === undefined ? undefined : await store.conversations.get(turn.conversationId);
    const user = conversation?.user ?? (await store.runs.get(runId))?.user ?? "local";
    return { user, answerers: true, conversation: conversation?.id };
  }

  return async () => {
    await stopMail();
    stopEvents();
    stopping.abort();
    await Promise.all(open);
  };
}
