import { typedReply } from "../approval/chat-question.ts";
import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { Recipient } from "../contract/user/channel.ts";
import { errorText, message as messageText } from "../contract/words/messages.ts";
import type { Approvals } from "../execution/asking/runtime-approvals.ts";
import type { DocumentRepository } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { type Language, languageOf } from "../support/language-of.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { thrownText } from "../support/thrown-text.ts";
import type { AnswerButton, Conversations, Speaker, Utterance } from "./conversations.ts";
import { questionCards, settledText, undeliveredRuns } from "./messenger-records.ts";
import { downloadOffered, type OfferedFile, omittedFilesText } from "./offered-files.ts";
import { SETTLED_MESSAGES } from "./question-texts.ts";

/** Where a person writes to the bot: in private, or in a group or thread, by the messenger's id. */
export interface Place {
  readonly person: string;
  readonly group?: string | undefined;
}

/** One message of a person at a messenger. */
interface Incoming extends Place {
  readonly text: string;
  /** When it was sent, according to the messenger. */
  readonly sentAt?: number;
  /** Downloaded only if the person may write, and up to a limit. */
  readonly files: readonly OfferedFile[];
}

/** A button that a person pressed. */
interface Press {
  readonly person: string;
  /** The messenger's id of the message with the button. */
  readonly card: string;
  /** The reply that the button stands for, such as `yes abcdef`. */
  readonly reply: string;
}

interface MessengerOptions {
  readonly door: string;
  readonly allowed: readonly string[];
  readonly approvers?: readonly string[] | undefined;
  /** Whether another process may have had this messenger before, and may have it next. Its runs are then delivered to their end. */
  readonly handsOver?: boolean;
  readonly runtime: {
    readonly conversations: Conversations;
    readonly approvals: Pick<Approvals, "show">;
    readonly store: { readonly documents: Pick<DocumentRepository, "get" | "put" | "delete" | "list"> };
    subscribe(listener: (event: HarbourEvent) => void): () => void;
  };
  /** Sends a progress line, or changes the one already sent. Without it, only the first line is sent. */
  progress?(place: Place, text: string, sent: string | undefined): Promise<string | undefined>;
  /** Sends text. A question comes with its title and buttons. Returns the messenger's id of the message. */
  say(
    place: Place,
    text: string,
    options: { readonly question?: { readonly title: string; readonly buttons: readonly AnswerButton[] } },
  ): Promise<string | undefined>;
  /** Replaces a settled question by its result, wherever it was answered. */
  settle?(place: Place, card: string, text: string): Promise<unknown>;
  onFault(error: unknown): void;
}

/** The part that all messengers share: who may write, the replies, and the questions. */
export interface Messenger {
  /** Handles a message and sends the replies. Never rejects; resolves when the run has ended. */
  take(message: Incoming): Promise<void>;
  /**
   * Submits an answer by button. Returns the reason at once if it does not count. Returns `undefined` if it counts: the run then
   * continues on its own. The question must have been asked with this very message. In a group, an approver may answer for another.
   */
  press(press: Press): Promise<string | undefined>;
  /** Where the person of a conversation can be reached. */
  placeOf(to: Recipient): Promise<Place>;
  /** Stops listening. The runs themselves continue. */
  close(): void;
}

/** Stands for a progress line with an unknown id. */
const SENT = "sent";
const TOO_LONG = "Cannot take this message: it has over 100,000 characters. Send it as a file";
const STRANGER_INTERVAL_MS = 3_600_000;
const MAX_STRANGERS = 1_000;
const GROUPS = "messenger-groups";
/** The longest message that is taken. Longer texts belong into a file. */
const MAX_TEXT = 100_000;
const REPLY = /^(?:yes|no|[1-9]) ([a-z]{6})$/;

/** Connects a messenger to the conversation core. */
export function createMessenger(options: MessengerOptions): Messenger {
  const { door, allowed, approvers = allowed, runtime, say, onFault } = options;
  const { conversations, store } = runtime;
  const listening = new AbortController();
  const notifiedAt = new Map<string, number>();
  const followed = new Set<string>();
  const cards = questionCards(store.documents);
  const undelivered = options.handsOver === true ? undeliveredRuns(store.documents, door) : undefined;

  const conversationOf = ({ person, group }: Place) =>
    group === undefined ? `${door}-${person}` : `${door}-${sha256(group).slice(0, 16)}-${person}`;

  // Strangers are told once an hour how to get access, so that they cannot make the bot send more.
  async function rejectStranger(place: Place, text: string): Promise<void> {
    const { person } = place;
    const now = Date.now();
    if (now - (notifiedAt.get(person) ?? 0) < STRANGER_INTERVAL_MS) return;
    if (notifiedAt.size >= MAX_STRANGERS) notifiedAt.clear();
    notifiedAt.set(person, now);
    await say(place, messageText("notAllowedHere", languageOf(text), { person, door }), {});
  }

  // One line for all work of a run: a second one would bury the first. A line that cannot be sent does not stop the answer.
  async function announce(place: Place, text: string, sent: string | undefined): Promise<string | undefined> {
    try {
      if (options.progress !== undefined) return (await options.progress(place, text, sent)) ?? SENT;
      if (sent === undefined) await say(place, text, {});
      return SENT;
    } catch (error) {
      onFault(error);
      return sent;
    }
  }

  async function ask(place: Place, question: Extract<Utterance, { type: "question" }>): Promise<void> {
    const { approval, title, buttons, language } = question;
    const card = await say(place, question.text, { question: { title, buttons } });
    if (options.settle === undefined || card === undefined) return;
    await cards.keep(approval, { door, ...defined({ ...place }), card, language });
    // It was answered while it was being sent: the event came before the card.
    const { status } = await runtime.approvals.show(approval);
    if (status === "pending") return;
    const answer = status === "approved" ? "approve" : status === "denied" ? "deny" : status;
    await settle({ id: approval, answer, by: "" });
  }

  async function settle({ id, answer, by }: Pick<ApprovalEnd, "answer" | "by"> & { id: string }) {
    const shownCard = await cards.find(id);
    if (shownCard?.door !== door || options.settle === undefined) return;
    await cards.forget(id);
    const approval = await runtime.approvals.show(id);
    const last = approval.answers.at(-1);
    const at = new Date(last?.at ?? Date.now());
    const { card, language, door: _door, ...place } = shownCard;
    await options.settle(
      place,
      card,
      settledText(approval, { answer, by: by || (last?.by ?? ""), at }, language),
    );
  }

  const unsubscribe = runtime.subscribe((event) => {
    if (event.type === "approval-end" && event.id !== undefined)
      void settle({ ...event, id: event.id }).catch(onFault);
  });

  async function converse(place: Place, text: string, from: Speaker, incoming?: Incoming): Promise<void> {
    const { files: attachments, leftOut } = await downloadOffered(incoming?.files ?? []);
    if (leftOut.length > 0) {
      const language = await conversations.language(text, conversationOf(place));
      await say(place, omittedFilesText(leftOut, language), {});
    }
    const how = {
      conversation: conversationOf(place),
      listening: listening.signal,
      attachments,
      followed,
      // People at a messenger look at it, so a question waits there as long as in any chat.
      place: "chat",
      shared: place.group !== undefined,
      ...defined({ sentAt: incoming?.sentAt }),
    } as const;
    let sent: string | undefined;
    let running: string | undefined;
    const onRun = async (runId: string, language: Language) => {
      running = runId;
      await undelivered?.keep(runId, { ...defined({ ...place }), person: place.person, language });
    };
    for await (const utterance of conversations.converse(text, from, { ...how, onRun })) {
      if (utterance.type === "notice" && utterance.announces === true)
        sent = await announce(place, utterance.text, sent);
      if (utterance.type === "notice" && utterance.important === true) await say(place, utterance.text, {});
      if (utterance.type === "question") await ask(place, utterance);
      if (utterance.type === "answer" && utterance.text !== "") await say(place, utterance.text, {});
    }
    if (running !== undefined) await delivered(running);
  }

  /** The next process with this messenger continues an unfinished run. */
  async function delivered(runId: string): Promise<void> {
    if (!listening.signal.aborted) await undelivered?.forget(runId);
  }

  /** Sends the questions and answers that the process before left unsent. */
  async function takeOver(): Promise<void> {
    for (const [runId, { language, ...place }] of (await undelivered?.all()) ?? [])
      void finish(runId, place, language).catch((error) => report(place, "", error));
  }

  async function finish(runId: string, place: Place, language: Language): Promise<void> {
    if (followed.has(runId)) return;
    const how = { listening: listening.signal, followed, language };
    for await (const utterance of conversations.replies(runId, speaker(place.person), how)) {
      const isNew = utterance.type === "question" && (await cards.find(utterance.approval)) === undefined;
      if (utterance.type === "question" && isNew) await ask(place, utterance);
      if (utterance.type === "answer" && utterance.text !== "") await say(place, utterance.text, {});
    }
    await delivered(runId);
  }

  function speaker(person: string): Speaker {
    const mayApprove = approvers.includes(person);
    return { user: `${door}:${person}`, door, mayApprove, mayChangeRules: mayApprove };
  }

  async function report(place: Place, text: string, error: unknown): Promise<void> {
    if (listening.signal.aborted) return;
    if (!(error instanceof DejimaError)) onFault(error);
    const language = await conversations.language(text, conversationOf(place));
    await say(place, errorMessage(error, language), {}).catch(onFault);
  }

  /** Explains a card of a settled or unknown question. */
  async function unknownCard(id: string, language: Language): Promise<string> {
    const approval = await runtime.approvals.show(id).catch(() => undefined);
    const why = approval === undefined ? "answeredWithdrawn" : SETTLED_MESSAGES[approval.status];
    return why === undefined
      ? messageText("mayNotAnswer", language)
      : messageText("answerLate", language, { why: messageText(why, language) });
  }

  async function press({ person, card, reply }: Press): Promise<string | undefined> {
    const id = REPLY.exec(reply)?.[1] ?? "";
    const shownCard = await cards.find(id);
    const language = shownCard?.language ?? (await conversations.language("", conversationOf({ person })));
    if (!allowed.includes(person)) return messageText("notAllowedHere", language, { person, door });
    // Only questions shown as a card can be answered by its buttons: a press never starts a run.
    if (shownCard === undefined) return unknownCard(id, language);
    const isOther = shownCard.person !== person;
    const { group } = shownCard;
    const mayAnswerOthers = group !== undefined && options.approvers?.includes(person) === true;
    const from = speaker(person);
    const isHere = shownCard.door === door && shownCard.card === card;
    if (!from.mayApprove || !isHere || (isOther && !mayAnswerOthers))
      return messageText("mayNotAnswer", language);
    const place = { person: shownCard.person, group };
    void converse(place, reply, { ...from, seesAll: isOther }).catch((error) => report(place, reply, error));
    return undefined;
  }

  /** Handles a typed answer to another person's question like a press on its card: it never starts a run. */
  async function answersOther({ person, group, text }: Incoming): Promise<boolean> {
    const reply = typedReply(text);
    const shownCard = await cards.find(REPLY.exec(reply)?.[1] ?? "");
    if (shownCard?.door !== door || shownCard.person === person) return false;
    const problem =
      shownCard.group === group ? await press({ person, card: shownCard.card, reply }) : undefined;
    const refused = shownCard.group === group ? problem : messageText("mayNotAnswer", shownCard.language);
    if (refused !== undefined) await say({ person, group }, refused, {});
    return true;
  }

  void takeOver().catch(onFault);
  return {
    async take(incoming) {
      const { person, group, text } = incoming;
      const place = { person, group };
      try {
        if (!allowed.includes(person)) return await rejectStranger(place, text);
        if (text.length > MAX_TEXT) throw new DejimaError("too_large", TOO_LONG);
        if (await answersOther(incoming)) return;
        if (group !== undefined) await store.documents.put(GROUPS, conversationOf(place), group);
        await converse(place, text, speaker(person), incoming);
      } catch (error) {
        await report(place, text, error);
      }
    },
    press,
    async placeOf({ user, conversation }) {
      const person = user.slice(user.indexOf(":") + 1);
      const group = await store.documents.get(GROUPS, conversation);
      return { person, group: typeof group === "string" ? group : undefined };
    },
    close() {
      unsubscribe();
      listening.abort();
    },
  };
}

type ApprovalEnd = Extract<HarbourEvent, { type: "approval-end" }>;

function errorMessage(error: unknown, language: Language): string {
  return error instanceof DejimaError ? errorText(error, language) : thrownText(error);
}
