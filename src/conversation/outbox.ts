import { randomBytes } from "node:crypto";
import type { Channel, ChannelMessage, Mail, Receipt, Recipient } from "../contract/channel.ts";
import type { Conversation } from "../contract/conversation.ts";
import { DejimaError } from "../contract/error.ts";
import type { Store } from "../store/store.ts";
import { thrownText } from "../support/thrown-text.ts";
import type { AttachmentStore } from "./attachment-store.ts";
import { LAST_MESSAGE } from "./last-shown.ts";

/** The way from runs to people: channels where a door has one, a letter box where it has none. */
export interface Outbox extends Mail {
  /** Takes over the messages for a door until what it gives back is called. */
  register(channel: Channel): () => void;
  /** What was kept for a conversation, oldest first; it stays until it is taken. */
  kept(conversation: string): Promise<readonly KeptMessage[]>;
  take(conversation: string): Promise<readonly KeptMessage[]>;
}

/** A message that waits for its person. */
interface KeptMessage {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

const KIND = "letter-box";
const TIMEOUT_MS = 60_000;
const MOST_KEPT = 500;

/** Opens the outbox of a home. */
export function createOutbox({
  store,
  storage,
}: {
  store(): Promise<Store>;
  storage: AttachmentStore;
}): Outbox {
  const channels = new Map<string, Channel>();
  let last: Promise<unknown> = Promise.resolve();

  async function recipientOf(runId: string): Promise<Recipient> {
    const { conversations } = await store();
    const turn = await conversations.turn(runId);
    const held = turn === undefined ? undefined : await conversations.get(turn.conversationId);
    if (held !== undefined) return toRecipient(held);
    throw new DejimaError(
      "invalid_input",
      "Cannot reach the person of this run: it belongs to no conversation",
      { runId },
    );
  }

  async function kept(conversation: string): Promise<readonly KeptMessage[]> {
    const held = await (await store()).documents.get(KIND, conversation);
    return Array.isArray(held) ? held : [];
  }

  /** Puts a message where its person looks next. Files lie under their run already. */
  async function keep(message: ChannelMessage, { conversation }: Recipient): Promise<Receipt> {
    const id = `kept-${randomBytes(6).toString("hex")}`;
    const text =
      message.type === "text"
        ? message.text
        : `${message.name}${message.caption ? `: ${message.caption}` : ""}`;
    await oneByOne(async () => {
      const all = [...(await kept(conversation)), { id, at: Date.now(), text }].slice(-MOST_KEPT);
      await (await store()).documents.put(KIND, conversation, all);
    });
    return { id, status: "kept" };
  }

  function oneByOne<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  return {
    register(channel) {
      if (channels.has(channel.door))
        throw new DejimaError("conflict", `Cannot register a second channel for "${channel.door}"`);
      channels.set(channel.door, channel);
      return () => void channels.delete(channel.door);
    },
    recipientOf,
    async find(address) {
      const [, door = "", user = ""] = /^([^:]+):(.+)$/s.exec(address) ?? [];
      const names = new Set([user, address]);
      for (const name of names) {
        const [latest] = (await (await store()).conversations.list({ user: name, limit: 20 })).filter(
          (one) => one.door === door,
        );
        if (latest !== undefined) return toRecipient(latest);
      }
      throw new DejimaError(
        "invalid_input",
        `Cannot reach "${address.slice(0, 100)}": nobody of that name has written at that door; an address looks like telegram:4711`,
      );
    },
    async send(message, to, { signal }) {
      // A word that is said next may be meant for this, and answers no question that was put before.
      await (await store()).documents.put(LAST_MESSAGE, to.conversation, Date.now());
      const channel = channels.get(to.door);
      if (channel === undefined) return keep(message, to);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const receipt = await channel.send(message, to, { signal: limit }).catch((cause) => {
        throw new DejimaError(
          "server_unavailable",
          `Not delivered to ${to.door}: ${thrownText(cause)}`,
          { to },
          { cause },
        );
      });
      // Whoever says that it was delivered must be able to say as what.
      if (typeof receipt?.id === "string" && receipt.id !== "") return receipt;
      throw new DejimaError("server_unavailable", `Not delivered to ${to.door}: it gave no receipt`, { to });
    },
    kept,
    take: (conversation) =>
      oneByOne(async () => {
        const all = await kept(conversation);
        if (all.length > 0) await (await store()).documents.delete(KIND, conversation);
        return all;
      }),
    attachments: async (runId) => storage.list((await recipientOf(runId)).conversation),
    readAttachment: async (runId, id) => storage.read((await recipientOf(runId)).conversation, id),
  };
}

function toRecipient({ id, door, user }: Conversation): Recipient {
  return { door, user, conversation: id };
}
