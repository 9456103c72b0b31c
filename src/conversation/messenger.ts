import { DejimaError } from "../contract/error.ts";
import { errorText, message as messageText } from "../contract/messages.ts";
import { defined } from "../support/defined.ts";
import { type Language, languageOf } from "../support/language-of.ts";
import { thrownText } from "../support/thrown-text.ts";
import type { SentFile } from "./attachment-store.ts";
import type { Conversations, Speaker } from "./conversations.ts";

/** One message of a person at a messenger. */
interface Incoming {
  /** The person's id there. */
  readonly person: string;
  readonly text: string;
  /** When it was sent, as the messenger says. */
  readonly sentAt?: number;
  /** Fetched only when the person may write. */
  files(): Promise<readonly SentFile[]>;
}

interface MessengerOptions {
  readonly door: string;
  readonly allowed: readonly string[];
  readonly approvers?: readonly string[] | undefined;
  readonly conversations: Conversations;
  /** Sends a line that says what goes on, or changes the one that was sent; without it, only the first is sent. */
  progress?(person: string, text: string, sent: string | undefined): Promise<string | undefined>;
  /** Sends text to a person; on a question `approval` and the number of its `choices` are set, for messengers that have buttons. */
  say(
    person: string,
    text: string,
    options: { readonly approval?: string; readonly choices?: number },
  ): Promise<unknown>;
  onFault(error: unknown): void;
}

/** What every messenger does with a message: who may write, what is said back, which questions are put. */
interface Messenger {
  /** Handles a message and sends back the replies. Never rejects, and ends with the run. */
  take(message: Incoming): Promise<void>;
  /** Stops listening; the runs themselves go on. */
  close(): void;
}

/** Stands for a line whose id nobody knows. */
const SENT = "sent";
const STRANGER_MS = 3_600_000;
const MOST_STRANGERS = 1_000;

/** Makes the messenger's side of the conversation core. */
export function createMessenger(options: MessengerOptions): Messenger {
  const { door, allowed, approvers = allowed, conversations, say, onFault } = options;
  const listening = new AbortController();
  const told = new Map<string, number>();
  const followed = new Set<string>();

  const conversationOf = (person: string) => `${door}-${person}`;

  // Told once an hour what to ask for, so that a stranger can make us say no more than that.
  async function turnAway(person: string, text: string): Promise<void> {
    const now = Date.now();
    if (now - (told.get(person) ?? 0) < STRANGER_MS) return;
    if (told.size >= MOST_STRANGERS) told.clear();
    told.set(person, now);
    await say(person, messageText("notAllowedHere", languageOf(text), { person, door }), {});
  }

  // One line for all the work of a run: a second one would bury the first.
  async function announce(person: string, text: string, sent: string | undefined): Promise<string> {
    if (options.progress !== undefined) return (await options.progress(person, text, sent)) ?? SENT;
    if (sent === undefined) await say(person, text, {});
    return SENT;
  }

  async function answer({ person, text, sentAt, files }: Incoming): Promise<void> {
    if (!allowed.includes(person)) return turnAway(person, text);
    const mayApprove = approvers.includes(person);
    const from: Speaker = {
      user: `${door}:${person}`,
      door,
      mayApprove,
      mayChangeRules: mayApprove,
    };
    const attachments = await files();
    const how = {
      conversation: conversationOf(person),
      listening: listening.signal,
      attachments,
      followed,
      // Whoever writes at a messenger looks at it: a question waits there as long as in any chat.
      place: "chat",
      ...defined({ sentAt }),
    } as const;
    let sent: string | undefined;
    for await (const said of conversations.converse(text, from, how)) {
      if (said.type === "notice" && said.announces === true) sent = await announce(person, said.text, sent);
      if (said.type === "notice" && said.important === true) await say(person, said.text, {});
      if (said.type === "question")
        await say(person, said.text, { approval: said.approval, choices: said.choices });
      if (said.type === "answer" && said.text !== "") await say(person, said.text, {});
    }
  }

  return {
    async take(message) {
      try {
        await answer(message);
      } catch (error) {
        if (listening.signal.aborted) return;
        if (!(error instanceof DejimaError)) onFault(error);
        const language = await conversations.language(message.text, conversationOf(message.person));
        await say(message.person, errorTold(error, language), {}).catch(onFault);
      }
    },
    close: () => listening.abort(),
  };
}

function errorTold(error: unknown, language: Language): string {
  return error instanceof DejimaError ? errorText(error, language) : thrownText(error);
}
