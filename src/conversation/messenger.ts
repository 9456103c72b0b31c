import type { Recipient } from "../contract/channel.ts";
import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import { errorText, message as messageText } from "../contract/messages.ts";
import type { Approvals } from "../execution/asking/approvals.ts";
import type { DocumentRepository } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { type Language, languageOf } from "../support/language-of.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { thrownText } from "../support/thrown-text.ts";
import type { SentFile } from "./attachment-store.ts";
import type { Conversations, Speaker } from "./conversations.ts";
import { questionCards, settledText } from "./question-cards.ts";
import { SETTLED } from "./settled-words.ts";
import type { AnswerButton, Utterance } from "./utterance.ts";

/** Where a person writes to the bot: in private, or in a group or a thread of one, by the messenger's id of it. */
export interface Place {
  readonly person: string;
  readonly group?: string | undefined;
}

/** One message of a person at a messenger. */
interface Incoming extends Place {
  readonly text: string;
  /** When it was sent, as the messenger says. */
  readonly sentAt?: number;
  /** Fetched only when the person may write. */
  files(): Promise<readonly SentFile[]>;
}

/** A button that a person pressed. */
interface Press {
  readonly person: string;
  /** The messenger's id of the message that the button belongs to. */
  readonly card: string;
  /** What the button stands for, such as `yes abcdef`. */
  readonly reply: string;
}

interface MessengerOptions {
  readonly door: string;
  readonly allowed: readonly string[];
  readonly approvers?: readonly string[] | undefined;
  readonly runtime: {
    readonly conversations: Conversations;
    readonly approvals: Pick<Approvals, "show">;
    readonly store: { readonly documents: Pick<DocumentRepository, "get" | "put" | "delete"> };
    subscribe(listener: (event: HarbourEvent) => void): () => void;
  };
  /** Sends a line that says what goes on, or changes the one that was sent; without it, only the first is sent. */
  progress?(place: Place, text: string, sent: string | undefined): Promise<string | undefined>;
  /** Sends text; a question comes with its title and the buttons that answer it. Gives the messenger's id of the message. */
  say(
    place: Place,
    text: string,
    options: { readonly question?: { readonly title: string; readonly buttons: readonly AnswerButton[] } },
  ): Promise<string | undefined>;
  /** Replaces a question that is settled, wherever it was answered, by what became of it. */
  settle?(place: Place, card: string, text: string): Promise<unknown>;
  onFault(error: unknown): void;
}

/** What every messenger does with a message: who may write, what is said back, which questions are put. */
export interface Messenger {
  /** Handles a message and sends back the replies. Never rejects, and ends with the run. */
  take(message: Incoming): Promise<void>;
  /**
   * Hands in an answer by a button. Gives the reason at once if it does not count, and nothing if it does: the run then goes
   * on by itself. The question must have been put with this very message; in a group, an approver may answer for another.
   */
  press(press: Press): Promise<string | undefined>;
  /** Where the person of a conversation is reached. */
  placeOf(to: Recipient): Promise<Place>;
  /** Stops listening; the runs themselves go on. */
  close(): void;
}

/** Stands for a line whose id nobody knows. */
const SENT = "sent";
const STRANGER_MS = 3_600_000;
const MOST_STRANGERS = 1_000;
const GROUPS = "messenger-groups";
const REPLY = /^(?:yes|no|[1-9]) ([a-z]{6})$/;

/** Makes the messenger's side of the conversation core. */
export function createMessenger(options: MessengerOptions): Messenger {
  const { door, allowed, approvers = allowed, runtime, say, onFault } = options;
  const { conversations, store } = runtime;
  const listening = new AbortController();
  const told = new Map<string, number>();
  const followed = new Set<string>();
  const cards = questionCards(store.documents);

  const conversationOf = ({ person, group }: Place) =>
    group === undefined ? `${door}-${person}` : `${door}-${sha256(group).slice(0, 16)}-${person}`;

  // Told once an hour what to ask for, so that a stranger can make us say no more than that.
  async function turnAway(place: Place, text: string): Promise<void> {
    const { person } = place;
    const now = Date.now();
    if (now - (told.get(person) ?? 0) < STRANGER_MS) return;
    if (told.size >= MOST_STRANGERS) told.clear();
    told.set(person, now);
    await say(place, messageText("notAllowedHere", languageOf(text), { person, door }), {});
  }

  // One line for all the work of a run: a second one would bury the first.
  async function announce(place: Place, text: string, sent: string | undefined): Promise<string> {
    if (options.progress !== undefined) return (await options.progress(place, text, sent)) ?? SENT;
    if (sent === undefined) await say(place, text, {});
    return SENT;
  }

  async function ask(place: Place, question: Extract<Utterance, { type: "question" }>): Promise<void> {
    const { approval, title, buttons, language } = question;
    const card = await say(place, question.text, { question: { title, buttons } });
    if (options.settle === undefined || card === undefined) return;
    await cards.keep(approval, { door, ...defined({ ...place }), card, language });
    // Answered while it was being sent: the news came before the card.
    const { status } = await runtime.approvals.show(approval);
    if (status === "pending") return;
    const answer = status === "approved" ? "approve" : status === "denied" ? "deny" : status;
    await settle({ id: approval, answer, by: "" });
  }

  async function settle({ id, answer, by }: Pick<ApprovalEnd, "answer" | "by"> & { id: string }) {
    const held = await cards.find(id);
    if (held?.door !== door || options.settle === undefined) return;
    await cards.forget(id);
    const approval = await runtime.approvals.show(id);
    const last = approval.answers.at(-1);
    const at = new Date(last?.at ?? Date.now());
    const { card, language, door: _door, ...place } = held;
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
    const attachments = (await incoming?.files()) ?? [];
    const how = {
      conversation: conversationOf(place),
      listening: listening.signal,
      attachments,
      followed,
      // Whoever writes at a messenger looks at it: a question waits there as long as in any chat.
      place: "chat",
      shared: place.group !== undefined,
      ...defined({ sentAt: incoming?.sentAt }),
    } as const;
    let sent: string | undefined;
    for await (const said of conversations.converse(text, from, how)) {
      if (said.type === "notice" && said.announces === true) sent = await announce(place, said.text, sent);
      if (said.type === "notice" && said.important === true) await say(place, said.text, {});
      if (said.type === "question") await ask(place, said);
      if (said.type === "answer" && said.text !== "") await say(place, said.text, {});
    }
  }

  function speaker(person: string): Speaker {
    const mayApprove = approvers.includes(person);
    return { user: `${door}:${person}`, door, mayApprove, mayChangeRules: mayApprove };
  }

  async function report(place: Place, text: string, error: unknown): Promise<void> {
    if (listening.signal.aborted) return;
    if (!(error instanceof DejimaError)) onFault(error);
    const language = await conversations.language(text, conversationOf(place));
    await say(place, errorTold(error, language), {}).catch(onFault);
  }

  /** A card of a question that is settled, or of none. */
  async function unknownCard(id: string, language: Language): Promise<string> {
    const approval = await runtime.approvals.show(id).catch(() => undefined);
    const why = approval === undefined ? "answeredWithdrawn" : SETTLED[approval.status];
    return why === undefined
      ? messageText("mayNotAnswer", language)
      : messageText("answerLate", language, { why: messageText(why, language) });
  }

  async function press({ person, card, reply }: Press): Promise<string | undefined> {
    const id = REPLY.exec(reply)?.[1] ?? "";
    const held = await cards.find(id);
    const language = held?.language ?? (await conversations.language("", conversationOf({ person })));
    if (!allowed.includes(person)) return messageText("notAllowedHere", language, { person, door });
    // Only what was put as a card can be answered by its buttons: a press never begins a run.
    if (held === undefined) return unknownCard(id, language);
    const isOther = held.person !== person;
    const { group } = held;
    const mayAnswerOthers = group !== undefined && options.approvers?.includes(person) === true;
    const from = speaker(person);
    const isHere = held.door === door && held.card === card;
    if (!from.mayApprove || !isHere || (isOther && !mayAnswerOthers))
      return messageText("mayNotAnswer", language);
    const place = { person: held.person, group };
    void converse(place, reply, { ...from, seesAll: isOther }).catch((error) => report(place, reply, error));
    return undefined;
  }

  /** A typed answer to the question of another is handled like a press on its card: it never begins a run. */
  async function answersOther({ person, group, text }: Incoming): Promise<boolean> {
    const reply = text.trim().toLowerCase();
    const held = await cards.find(REPLY.exec(reply)?.[1] ?? "");
    if (held?.door !== door || held.person === person) return false;
    const told = held.group === group ? await press({ person, card: held.card, reply }) : undefined;
    const refused = held.group === group ? told : messageText("mayNotAnswer", held.language);
    if (refused !== undefined) await say({ person, group }, refused, {});
    return true;
  }

  return {
    async take(incoming) {
      const { person, group, text } = incoming;
      const place = { person, group };
      try {
        if (!allowed.includes(person)) return await turnAway(place, text);
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

function errorTold(error: unknown, language: Language): string {
  return error instanceof DejimaError ? errorText(error, language) : thrownText(error);
}
