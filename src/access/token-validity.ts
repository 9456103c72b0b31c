import { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import type { DocumentRepository } from "../store/store.ts";
import { defined } from "../support/defined.ts";

const COLLECTION = "standings";

const storedValidity = z.object({
  /** When the last token of this name ended. */
  endedAt: z.int().optional(),
  /** When the current one expires. */
  endsAt: z.int().optional(),
  /** Whether the user has no current token. */
  isGone: z.boolean(),
});

type StoredValidity = z.infer<typeof storedValidity>;

/**
 * Since when the tokens of each name are valid. A name that never had one, such as the person at this
 * machine, is always valid.
 */
interface TokenValidity {
  /** A token of this name becomes valid, until `expiresAt`. */
  begin(name: string, expiresAt?: number): Promise<void>;
  /** No token of this name is valid any longer. */
  end(name: string): Promise<void>;
  /**
   * Whether what this name started or approved at that time is still valid. A change of role ends it like a
   * revocation.
   */
  holds(name: string, since: number): Promise<boolean>;
}

/** Opens the standings of a home: one small document per name. */
export function openTokenValidity(
  documents: DocumentRepository,
  now: () => number = Date.now,
): TokenValidity {
  const read = async (name: string): Promise<StoredValidity | undefined> => {
    const stored = storedValidity.safeParse(await documents.get(COLLECTION, name)).data;
    const endsAt = stored?.endsAt;
    return stored === undefined || endsAt === undefined || now() < endsAt
      ? stored
      : { isGone: true, endedAt: endsAt };
  };
  return {
    async begin(name, expiresAt) {
      const endedAt = (await read(name))?.endedAt;
      await documents.put(COLLECTION, name, { isGone: false, ...defined({ endedAt, endsAt: expiresAt }) });
    },
    end: (name) => documents.put(COLLECTION, name, { isGone: true, endedAt: Math.floor(now()) }),
    async holds(name, since) {
      const stored = await read(name);
      return stored === undefined || (!stored.isGone && (stored.endedAt ?? -1) < since);
    },
  };
}

/** Why a run of someone whose token has ended stops. */
export function tokenEnded(user: string): DejimaError {
  return new DejimaError(
    "unauthenticated",
    `Cannot continue for ${user}: their token was revoked, has expired or was given another role since this run began. Start again with a valid token; \`dejima token create ${user}\` makes one`,
    { ended: user },
  );
}
