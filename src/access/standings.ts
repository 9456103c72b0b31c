import { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import type { DocumentRepository } from "../store/store.ts";
import { defined } from "../support/defined.ts";

const COLLECTION = "standings";

const storedStanding = z.object({
  /** When the last token of this name ended. */
  endedAt: z.int().optional(),
  /** When the present one expires. */
  endsAt: z.int().optional(),
  /** Whether there is no present one. */
  isGone: z.boolean(),
});

type Standing = z.infer<typeof storedStanding>;

/** Since when the tokens of each name hold. Who never had one, such as the person at this machine, always holds. */
interface Standings {
  /** A token of this name begins to hold, until then. */
  begin(name: string, expiresAt?: number): Promise<void>;
  /** No token of this name holds any longer. */
  end(name: string): Promise<void>;
  /** Whether what this name began or agreed to then still holds. A change of role ends it as a revocation does. */
  holds(name: string, since: number): Promise<boolean>;
}

/** Opens the standings of a home: one small document for each name. */
export function openStandings(documents: DocumentRepository, now: () => number = Date.now): Standings {
  const read = async (name: string): Promise<Standing | undefined> => {
    const held = storedStanding.safeParse(await documents.get(COLLECTION, name)).data;
    const endsAt = held?.endsAt;
    return held === undefined || endsAt === undefined || now() < endsAt
      ? held
      : { isGone: true, endedAt: endsAt };
  };
  return {
    async begin(name, expiresAt) {
      const endedAt = (await read(name))?.endedAt;
      await documents.put(COLLECTION, name, { isGone: false, ...defined({ endedAt, endsAt: expiresAt }) });
    },
    end: (name) => documents.put(COLLECTION, name, { isGone: true, endedAt: Math.floor(now()) }),
    async holds(name, since) {
      const held = await read(name);
      return held === undefined || (!held.isGone && (held.endedAt ?? -1) < since);
    },
  };
}

/** Why a run of somebody whose token has ended goes no further. */
export function standingProblem(user: string): DejimaError {
  return new DejimaError(
    "unauthenticated",
    `Cannot go on for ${user}: their token was revoked, has expired or was given another role since this run began. Start again with a valid token; \`dejima token create ${user}\` makes one`,
    { ended: user },
  );
}
