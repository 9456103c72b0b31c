import type { Approval } from "../contract/approval.ts";
import type { Channel, ChannelMessage, Mail, Receipt, Recipient } from "../contract/channel.ts";
import type { Conversation } from "../contract/conversation.ts";
import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { RunHistory } from "../execution/run/run-history.ts";
import type { Store } from "../store/store.ts";
import { shortId } from "../support/lazy-crypto.ts";
import { thrownText } from "../support/thrown-text.ts";
import type { AttachmentStore } from "./attachment-store.ts";

/** Where the outbox notes when it last brought something to a conversation. */
const LAST_MESSAGE = "last-message";

// What a person is shown of a run. A run that has begun may be showing text right now, though the log has none of it yet.
const SHOWN: ReadonlySet<HarbourEvent["type"]> = new Set([
  "turn-start",
  "model-end",
  "notice",
  "approval-start",
  "artifact-end",
  "run-end",
]);

const RECENT_TURNS = 20;

/** The way from runs to people: channels where a door has one, a letter box where it has none. */
export interface Outbox extends Mail {
  /** Takes over the messages for a door until what it gives back is called. */
  register(channel: Channel): () => void;
  /** What was kept for a conversation, oldest first; it stays until it is taken. */
  kept(conversation: string): Promise<readonly KeptMessage[]>;
  take(conversation: string): Promise<readonly KeptMessage[]>;
  /** Says to whoever listens what stands in a conversation already. Nothing is kept. */
  tell(text: string, to: Recipient): void;
  /** Hears of every message that is kept or told, in this process. Call the returned function to stop. */
  onKept(listener: KeptListener): () => void;
}

/** `how`: whether the message waits for its person, or stands in the conversation already. */
type KeptListener = (message: KeptMessage, to: Recipient, how: "kept" | "told") => void;

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
  const listeners = new Set<KeptListener>();
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
  async function keep(message: ChannelMessage, to: Recipient): Promise<Receipt> {
    const { conversation } = to;
    const id = shortId("kept");
    const text =
      message.type === "text"
        ? message.text
        : `${message.name}${message.caption ? `: ${message.caption}` : ""}`;
    const held = { id, at: Date.now(), text };
    await oneByOne(async () => {
      const all = [...(await kept(conversation)), held].slice(-MOST_KEPT);
      await (await store()).documents.put(KIND, conversation, all);
    });
    for (const listener of listeners) listener(held, to, "kept");
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
      // The caller must be able to say what was delivered.
      if (typeof receipt?.id === "string" && receipt.id !== "") return receipt;
      throw new DejimaError("server_unavailable", `Not delivered to ${to.door}: it gave no receipt`, { to });
    },
    kept,
    tell(text, to) {
      const told = { id: shortId("told"), at: Date.now(), text };
      for (const listener of listeners) listener(told, to, "told");
    },
    onKept(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
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

interface LastShownParts {
  store(): Promise<Store>;
  history(): Promise<RunHistory>;
}

/**
 * The id of the question that was shown last in a conversation; `undefined` if something else was. It is read from what
 * is recorded, so that it is the same in every process and after a restart. A doubt counts as something else.
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

/** The question that its own run showed last, if that is the last of what the run has shown. */
async function lastOfRun(log: RunHistory, { runId, id }: Approval): Promise<string | undefined> {
  let last: string | undefined;
  let asked = false;
  for await (const record of log.read(runId)) {
    if (record.type === "approval-start") {
      last = record.id;
      asked ||= record.id === id;
    } else if (isShown(record)) last = undefined;
  }
  // A question that is not in the log yet is just being announced: no person has read it.
  return asked ? last : undefined;
}

/** Whether a person sees this of a run; what the model is asked aside stays inside. */
function isShown(event: HarbourEvent): boolean {
  return SHOWN.has(event.type) && !(event.type === "model-end" && event.purpose !== undefined);
}

/** Whether another run has shown something since. */
async function hasShownSince(log: RunHistory, runId: string, time: number): Promise<boolean> {
  for await (const record of log.read(runId))
    if (isShown(record) && Date.parse(record.at) >= time) return true;
  return false;
}
