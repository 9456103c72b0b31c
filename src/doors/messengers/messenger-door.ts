import type { MessengerName, MessengerSettings } from "../../config/schema/messengers.ts";
import type { ChannelMessage } from "../../contract/user/channel.ts";
import {
  type AnswerButton,
  createMessenger,
  type Messenger,
  type Place,
  type Runtime,
} from "../../runtime.ts";

/** Opens the door at one messenger. */
export type OpenMessenger<Name extends MessengerName> = (options: {
  readonly runtime: Runtime;
  readonly settings: Omit<MessengerSettings<Name>, "enabled">;
  onFault(error: unknown): void;
  /** Called when the messenger is connected, and when the connection is lost. */
  onState?(connected: boolean): void;
}) => Promise<{ close(): Promise<void> }>;

interface Question {
  readonly title: string;
  readonly buttons: readonly AnswerButton[];
}

/** What a messenger can send. Each method returns the messenger's own id for the message. */
export interface Wire {
  /** The longest text it accepts, in UTF-16 units. */
  readonly most: number;
  text(place: Place, text: string): Promise<string>;
  /** A line that will be edited, if that needs another kind of message than `text`. */
  line?(place: Place, text: string): Promise<string>;
  /** A question with a button per answer. `title` is the question on one line. */
  card(place: Place, text: string, question: Question): Promise<string>;
  /** Replaces a text or a card. The result has no buttons. */
  edit(place: Place, id: string, text: string): Promise<unknown>;
  file(place: Place, file: Extract<ChannelMessage, { type: "file" }>): Promise<string>;
}

interface MessengerDoorOptions<Name extends MessengerName> {
  readonly name: Name;
  readonly runtime: Runtime;
  readonly settings: Pick<MessengerSettings<Name>, "allowed" | "approvers">;
  readonly wire: Wire;
  onFault(error: unknown): void;
}

/**
 * The shared part of all messenger doors: messages in, texts and cards out, files and notices of tools for
 * their people.
 */
export async function openMessengerDoor<Name extends MessengerName>({
  name,
  runtime,
  settings,
  wire,
  onFault,
}: MessengerDoorOptions<Name>): Promise<Messenger> {
  async function sendText(place: Place, text: string): Promise<string> {
    let id = "";
    for (const piece of messagePieces(text, wire.most)) id = await wire.text(place, piece);
    return id;
  }
  const messenger = createMessenger({
    door: name,
    allowed: settings.allowed,
    approvers: settings.approvers,
    handsOver: runtime.settings.config.runs === "workers",
    runtime,
    onFault,
    async progress(place, text, sent) {
      if (sent === undefined) return (wire.line ?? wire.text)(place, text);
      await wire.edit(place, sent, text).catch(onFault);
      return sent;
    },
    async say(place, text, { question }) {
      if (question === undefined) return sendText(place, text);
      const pieces = messagePieces(text, wire.most);
      for (const piece of pieces.slice(0, -1)) await wire.text(place, piece);
      return wire.card(place, pieces.at(-1) ?? "?", question);
    },
    settle: (place, card, text) => wire.edit(place, card, text.slice(-wire.most)),
  });
  const unregister = await runtime.mail.register({
    door: name,
    async send(message, to) {
      const place = await messenger.placeOf(to);
      const id =
        message.type === "text" ? await sendText(place, message.text) : await wire.file(place, message);
      return { id, status: "delivered" };
    },
  });
  return {
    ...messenger,
    close() {
      unregister();
      messenger.close();
    },
  };
}

/**
 * A text in pieces of at most `most` UTF-16 units, cut between lines if possible, and never inside a
 * character.
 */
export function messagePieces(text: string, most: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const line = rest.lastIndexOf("\n", most - 1);
    const cut = line > most / 2 ? line + 1 : isHalf(rest, most) ? most - 1 : most;
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  // Messengers refuse blank messages.
  return [...pieces, rest].filter((piece) => piece.trim() !== "");
}

function isHalf(text: string, index: number): boolean {
  const code = text.charCodeAt(index - 1);
  return code >= 0xd800 && code <= 0xdbff;
}
