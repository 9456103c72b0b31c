import { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import {
  type PushResult,
  type PushSubscription,
  type PushTarget,
  pushSubscriptionSchema,
} from "../contract/user/push.ts";
import type { Language } from "../contract/words/messages.ts";
import type { HttpClient } from "../network/http-client.ts";
import type { DocumentRepository } from "../store/store.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { thrownText } from "../support/thrown-text.ts";
import { encryptPayload } from "./encrypt-payload.ts";
import type { PushKey } from "./push-key.ts";

const COLLECTION = "push-subscriptions";
/**
 * Opening the page renews its subscription. A page that nobody opens for this long gets no more
 * notifications.
 */
const SUBSCRIPTION_MS = 30 * 86_400_000;
const MAX_PER_USER = 10;
/** How long a push service keeps a message for a browser that is off. */
const KEEP_SECONDS = 86_400;
const TIMEOUT_MS = 15_000;
/** The statuses of a browser that has unsubscribed. */
const UNSUBSCRIBED_STATUSES = new Set([404, 410]);

const storedSubscription = pushSubscriptionSchema.extend({
  user: z.string(),
  /** Whether its user gets the questions of all runs, because they may answer them. */
  answers: z.boolean(),
  at: z.int(),
});

type Stored = z.output<typeof storedSubscription>;

/** The notification of a browser. It says what a toast in the open page says, and no more. */
interface PushNotice {
  readonly title: string;
  readonly body?: string;
  /** A later notice with the same tag replaces this one. */
  readonly tag: string;
  /** The console page that a click opens. */
  readonly to: string;
}

/**
 * The recipients of a notice: the browsers of this user, and with `answerers` of everyone who answers
 * questions.
 */
interface PushAudience {
  readonly user: string;
  readonly answerers?: boolean;
}

/**
 * How a notice is shown: whether it waits for an answer, and whether it also appears while its page is
 * visible.
 */
interface PushManner {
  readonly urgent?: boolean;
  readonly always?: boolean;
  readonly signal?: AbortSignal;
}

/** Sends notifications to browsers whose page is closed. */
export interface PushService {
  publicKey(): Promise<string>;
  /** Adds a browser, once its push service has accepted a first message. */
  subscribe(
    subscription: PushSubscription,
    person: { readonly user: string; readonly answers: boolean },
  ): Promise<PushTarget>;
  /** The browsers of a user, latest first. */
  list(user: string): Promise<PushTarget[]>;
  /** Removes a browser. Returns whether there was one. */
  unsubscribe(user: string, id: string): Promise<boolean>;
  /**
   * Notifies browsers, each in its language. Removes those that are gone, and those whose user has lost
   * access.
   */
  notify(
    audience: PushAudience,
    words: (language: Language) => PushNotice,
    manner?: PushManner,
  ): Promise<PushResult>;
}

interface PushParts {
  documents(): Promise<DocumentRepository>;
  readonly client: HttpClient;
  key(): PushKey;
  /**
   * Whether work that this user started at that time is still permitted: since then, their token was neither
   * revoked nor given another role.
   */
  holds(user: string, since: number): Promise<boolean>;
  redact(text: string): Promise<string>;
  now(): number;
}

/** Opens the subscriptions of a home. */
export function createPushService({ documents, client, key, holds, redact, now }: PushParts): PushService {
  async function all(): Promise<{ readonly id: string; readonly subscription: Stored }[]> {
    const found = await (await documents()).list(COLLECTION);
    return found.flatMap(({ key: id, value }) => {
      const { data: subscription } = storedSubscription.safeParse(value);
      return subscription === undefined ? [] : [{ id, subscription }];
    });
  }
  const ofUser = async (user: string) =>
    (await all())
      .filter(({ subscription }) => subscription.user === user)
      .sort((one, other) => other.subscription.at - one.subscription.at);
  const remove = async (id: string) => (await documents()).delete(COLLECTION, id);

  /** Sends one message. Returns the push service's status. */
  async function send(
    to: PushSubscription,
    notice: PushNotice,
    { urgent, always, signal }: PushManner,
  ): Promise<number> {
    const { endpoint } = to;
    const { title, body = "", tag, to: place } = notice;
    const text = JSON.stringify({
      title: await redact(title),
      body: await redact(body),
      tag,
      to: place,
      always: always === true,
    });
    const { status } = await client.request({
      url: endpoint,
      method: "POST",
      headers: {
        authorization: key().authorization(endpoint, now()),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(KEEP_SECONDS),
        urgency: urgent === true ? "high" : "normal",
        topic: sha256(tag).slice(0, 32),
      },
      body: encryptPayload(text, to),
      // A browser chose the address: only https, only where the rules permit, and no redirects.
      schemes: ["https:"],
      redirects: "none",
      maxBytes: 10_000,
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]),
    });
    return status;
  }

  return {
    publicKey: async () => key().publicKey,
    async subscribe(subscription, { user, answers }) {
      const { endpoint } = subscription;
      const url = new URL(endpoint);
      if (url.username !== "" || url.password !== "")
        throw new DejimaError("invalid_input", "Cannot use the subscription: its address contains a login");
      const status = await send(subscription, { title: "Dejima", tag: "subscribed", to: "#/chat" }, {});
      if (status < 200 || status >= 300)
        throw new DejimaError(
          "server_unavailable",
          `Cannot notify this browser: its push service ${url.host} answered ${status}. Turn notifications off and on again`,
          { status },
        );
      const id = sha256(`${user}\n${endpoint}`).slice(0, 32);
      const at = now();
      await (await documents()).put(COLLECTION, id, { ...subscription, user, answers, at });
      for (const old of (await ofUser(user)).slice(MAX_PER_USER)) await remove(old.id);
      return { id, service: url.host, at };
    },
    list: async (user) =>
      (await ofUser(user)).map(({ id, subscription }) => ({
        id,
        service: new URL(subscription.endpoint).host,
        at: subscription.at,
      })),
    async unsubscribe(user, id) {
      const own = (await ofUser(user)).some((one) => one.id === id);
      return own && (await remove(id));
    },
    async notify({ user, answerers = false }, words, manner = {}) {
      const meant = (await all()).filter(
        ({ subscription }) => subscription.user === user || (answerers && subscription.answers),
      );
      const results = await Promise.all(
        meant.map(async ({ id, subscription }) => {
          if (
            now() - subscription.at > SUBSCRIPTION_MS ||
            !(await holds(subscription.user, subscription.at))
          ) {
            await remove(id);
            return { removed: 1 };
          }
          try {
            const status = await send(subscription, words(subscription.language), manner);
            if (UNSUBSCRIBED_STATUSES.has(status)) {
              await remove(id);
              return { removed: 1 };
            }
            const refused = `${new URL(subscription.endpoint).host} answered ${status}`;
            return status >= 200 && status < 300 ? { sent: 1 } : { problem: refused };
          } catch (cause) {
            return { problem: thrownText(cause) };
          }
        }),
      );
      return {
        sent: results.filter(({ sent }) => sent !== undefined).length,
        removed: results.filter(({ removed }) => removed !== undefined).length,
        problems: results.flatMap(({ problem }) => problem ?? []),
      };
    },
  };
}
