import type { Approval } from "../contract/asking/approval.ts";
import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { Channel, ChannelMessage, Mail, Receipt, Recipient } from "../contract/user/channel.ts";
import type { Conversation } from "../contract/user/conversation.ts";
import type { RunHistory } from "../execution/run/run-history.ts";
import type { SharedStore } from "../store/shared-store.ts";
import type { Store } from "../store/store.ts";
import { shortId } from "../support/lazy-crypto.ts";
import { thrownText } from "../support/thrown-text.ts";
import type { AttachmentStore } from "./attachment-store.ts";

/** The collection with the time of the last message that the outbox sent to a conversation. */
const LAST_MESSAGE = "last-message";

// The events that a person sees. A run in progress may be showing text that the log does not contain yet.
const SHOWN: ReadonlySet<HarbourEvent["type"]> = new Set([
  "turn-start",
  "model-end",
  "notice",
  "approval-start",
  "artifact-end",
  "run-end",
]);

const RECENT_TURNS = 20;

/** Sends messages from runs to people: through a channel if the door has one, otherwise stored until they are read. */
export interface Outbox extends Mail {
  /** Delivers the messages for a door through this channel. Call the returned function to stop. */
  register(channel: Channel): () => void;
  /** The messages stored for a conversation, oldest first. They stay until they are taken. */
  kept(conversation: string): Promise<readonly KeptMessage[]>;
  take(conversation: string): Promise<readonly KeptMessage[]>;
  /** Notifies listeners of a text that is already in a conversation. Nothing is stored. */
  tell(text: string, to: Recipient): void;
  /** Called for every message that is stored or notified, in this process. Call the returned function to stop. */
  onKept(listener: KeptListener): () => void;
}

/** `how`: whether the message waits for its person, or is already in the conversation. */
type KeptListener = (message: KeptMessage, to: Recipient, how: "kept" | "told") => void;

/** A message that waits for its person. */
interface KeptMessage {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

const KIND = "letter-box";
const TIMEOUT_MS = 60_000;
const MAX_STORED = 500;
/** How often the process that has a channel looks for messages that others stored for it. */
const LOOK_MS = 1_000;
/** How long it waits after a message could not be delivered. */
const RETRY_MS = 60_000;
const MOST_AT_ONCE = 100;

interface OutboxParts {
  store(): Promise<Store>;
  readonly storage: AttachmentStore;
  /**
   * Does work while no other process does work of this name. Given if other processes send messages as well: the one that has a
   * channel then delivers what the others store.
   */
  readonly exclusive?: SharedStore["exclusive"] | undefined;
}

/** Creates the outbox of a home. */
export function createOutbox({ store, storage, exclusive }: OutboxParts): Outbox {
  const channels = new Map<string, Channel>();
  const listeners = new Set<KeptListener>();
  let last: Promise<unknown> = Promise.resolve();

  async function recipientOf(runId: string): Promise<Recipient> {
    const { conversations } = await store();
    const turn = await conversations.turn(runId);
    const conversation = turn === undefined ? undefined : await conversations.get(turn.conversationId);
    if (conversation !== undefined) return toRecipient(conversation);
    throw new DejimaError(
      "invalid_input",
      "Cannot reach the person of this run: it belongs to no conversation",
      { runId },
    );
  }

  async function kept(conversation: string): Promise<readonly KeptMessage[]> {
    const messages = await (await store()).documents.get(KIND, conversation);
    return Array.isArray(messages) ? messages : [];
  }

  /** Stores a message where its person looks next. Files are already stored under their run. */
  async function keep(message: ChannelMessage, to: Recipient): Promise<Receipt> {
    const { conversation } = to;
    const id = shortId("kept");
    const text =
      message.type === "text"
        ? message.text
        : `${message.name}${message.caption ? `: ${message.caption}` : ""}`;
    const stored = { id, at: Date.now(), text };
    await change(conversation, (all) => [...all, stored].slice(-MAX_STORED));
    for (const listener of listeners) listener(stored, to, "kept");
    return { id, status: "kept" };
  }

  /** Changes the stored messages of a conversation. Returns those from before. */
  function change(
    conversation: string,
    next: (all: readonly KeptMessage[]) => readonly KeptMessage[],
  ): Promise<readonly KeptMessage[]> {
    const work = async () => {
      const all = await kept(conversation);
      const { documents } = await store();
      const left = next(all);
      if (left.length > 0) await documents.put(KIND, conversation, left);
      else if (all.length > 0) await documents.delete(KIND, conversation);
      return all;
    };
    const done = last.then(async () =>
      exclusive === undefined ? work() : exclusive(`${KIND}:${conversation}`, work),
    );
    last = done.catch(() => {});
    return done;
  }

  /** Delivers what other processes have stored for the people of a channel. */
  function deliverStored(channel: Channel): () => void {
    const ended = new AbortController();
    const retryAt = new Map<string, number>();
    const deliver = async (conversation: string): Promise<void> => {
      if ((retryAt.get(conversation) ?? 0) > Date.now()) return;
      const known = await (await store()).conversations.get(conversation);
      if (known?.door !== channel.door) return;
      for (const { id, text } of await kept(conversation)) {
        if (ended.signal.aborted) return;
        retryAt.set(conversation, Date.now() + RETRY_MS);
        const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]);
        await channel.send({ type: "text", text }, toRecipient(known), { signal });
        retryAt.delete(conversation);
        await change(conversation, (all) => all.filter((message) => message.id !== id));
      }
    };
    const look = async () => {
      const page = { prefix: `${channel.door}-`, limit: MOST_AT_ONCE };
      for (const { key } of await (await store()).documents.list(KIND, page))
        await deliver(key).catch(() => {});
    };
    let looking = false;
    const timer = setInterval(() => {
      if (looking) return;
      looking = true;
      // While the store is unavailable this fails; the next interval tries again.
      void look()
        .catch(() => {})
        .finally(() => {
          looking = false;
        });
    }, LOOK_MS).unref();
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }

  return {
    register(channel) {
      if (channels.has(channel.door))
        throw new DejimaError("conflict", `Cannot register a second channel for "${channel.door}"`);
      channels.set(channel.door, channel);
      const stop = exclusive === undefined ? undefined : deliverStored(channel);
      return () => {
        stop?.();
        channels.delete(channel.door);
      };
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
      // A reply after this message may refer to it, so it does not answer an earlier question.
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
      // The caller must be able to prove what was delivered.
      if (typeof receipt?.id === "string" && receipt.id !== "") return receipt;
      throw new DejimaError("server_unavailable", `Not delivered to ${to.door}: it gave no receipt`, { to });
    },
    kept,
    tell(text, to) {
      const notice = { id: shortId("told"), at: Date.now(), text };
      for (const listener of listeners) listener(notice, to, "told");
    },
    onKept(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    take: (conversation) => change(conversation, () => []),
    attachments: async (runId) => storage.list((await recipientOf(runId)).conversation),
    readAttachment: async (runId, id) => storage.read((await recipientOf(runId)).conversation, id),
  };
}

function toRecipient({ id, door, user }: Conversation): Recipient {
  return { door, user, conversation: id };
}

interface LastShownParts {
  store(): Promise<Store>;
  history(): Promise<RunHistory>;
}

/**
 * The id of the question that was shown last in a conversation. Returns `undefined` if something else was shown since, or in
 * doubt. It is derived from the records, so it is the same in every process and after a restart.
 */
export async function lastShownQuestion(
  conversation: string,
  pending: readonly Approval[],
  { store, history }: LastShownParts,
): Promise<string | undefined> {
  const newest = pending.toSorted((a, b) => b.createdAt - a.createdAt)[0];
  if (newest === undefined) return undefined;
  const { conversations, documents } = await store();
  const message = await documents.get(LAST_MESSAGE, conversation);
  if (typeof message === "number" && message >= newest.createdAt) return undefined;
  const log = await history();
  for (const turn of await conversations.turns(conversation, { limit: RECENT_TURNS })) {
    if (turn.runId === newest.runId) continue;
    if (turn.startedAt >= newest.createdAt || (await hasShownSince(log, turn.runId, newest.createdAt)))
      return undefined;
  }
  return lastOfRun(log, newest);
}

/** The id of a run's last question, if nothing else of the run was shown after it. */
async function lastOfRun(log: RunHistory, { runId, id }: Approval): Promise<string | undefined> {
  let last: string | undefined;
  let asked = false;
  for await (const record of log.read(runId)) {
    if (record.type === "approval-start") {
      last = record.id;
      asked ||= record.id === id;
    } else if (isShown(record)) last = undefined;
  }
  // A question that is not in the log yet is just being announced: nobody has read it.
  return asked ? last : undefined;
}

/** Whether a person sees this event. Side requests to the model are not shown. */
function isShown(event: HarbourEvent): boolean {
  return SHOWN.has(event.type) && !(event.type === "model-end" && event.purpose !== undefined);
}

/** Whether another run has shown something since. */
async function hasShownSince(log: RunHistory, runId: string, time: number): Promise<boolean> {
  for await (const record of log.read(runId))
    if (isShown(record) && Date.parse(record.at) >= time) return true;
  return false;
}
