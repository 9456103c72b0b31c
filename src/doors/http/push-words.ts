import type { Language } from "../../contract/words/messages.ts";

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

/** A reminder, or the result of a scheduled task. */
export function messageNotice(message: { readonly id: string; readonly text: string }, conversation: string) {
  return (language: Language) => ({
    title: TEXTS.message[language],
    body: message.text.slice(0, MAX_TEXT_LENGTH),
    tag: message.id,
    to: placeOf(conversation),
  });
}

/** A waiting question. Its content is shown only where it can be answered. */
export function questionNotice(id: string, conversation: string | undefined) {
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
