import type { Language } from "../../contract/words/messages.ts";
import type { Runtime } from "../../runtime.ts";

const TEXTS = {
  message: { en: "Message for you", zh: "有新消息" },
  question: { en: "A question is waiting for you", zh: "有一个问题等你回答" },
  test: { en: "Notifications work", zh: "通知已生效" },
  testBody: {
    en: "Reminders, results and questions reach you here, also when the page is closed.",
    zh: "即使页面已关闭，提醒、结果和问题也会在这里通知你。",
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

/** How much of a message is shown in a notification. */
const MAX_TEXT_LENGTH = 200;

const placeOf = (conversation: string | undefined) =>
  conversation === undefined ? "#/approvals" : `#/chat/${encodeURIComponent(conversation)}`;

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

  /** The people to notify: the owner of the run, and everyone who may answer. */
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

/** A reminder, or the result of a scheduled task. */
function messageNotice(message: { readonly id: string; readonly text: string }, conversation: string) {
  return (language: Language) => ({
    title: TEXTS.message[language],
    body: message.text.slice(0, MAX_TEXT_LENGTH),
    tag: message.id,
    to: placeOf(conversation),
  });
}

/** A waiting question. Its content is shown only where it can be answered. */
function questionNotice(id: string, conversation: string | undefined) {
  return (language: Language) => ({ title: TEXTS.question[language], tag: id, to: placeOf(conversation) });
}

/** The notification that tests whether push works. */
export function testNotice(language: Language) {
  return {
    title: TEXTS.test[language],
    body: TEXTS.testBody[language],
    tag: "test",
    to: "#/settings",
  };
}
