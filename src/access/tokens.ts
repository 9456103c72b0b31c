import { randomBytes } from "node:crypto";
import { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import { LOCAL_USER } from "../contract/run.ts";
import type { DocumentRepository } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { once } from "../support/once.ts";
import { openTokenValidity } from "./token-validity.ts";

/** What a caller may do, from least to most. */
export const ROLES = ["viewer", "user", "approver", "admin"] as const;

const COLLECTION = "http-tokens";
/** The prefix of every token that Dejima issues. */
export const TOKEN_PREFIX = "dj_";
const NAME = /^[\w.-]{1,64}$/;

const storedToken = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  hash: z.string(),
  createdAt: z.int(),
  expiresAt: z.int().optional(),
});

/** A token in a list, without its secret. */
interface ListedToken {
  readonly name: string;
  readonly role: Role;
  readonly createdAt: number;
  /** When it expires. `undefined`: it works until it is revoked. */
  readonly expiresAt?: number;
}

/** Bearer tokens with roles. Only their hashes are stored: a token is shown once, when it is created. */
export interface Tokens {
  /** Creates a token. It replaces an expired one of the same name. */
  create(name: string, role: Role, options?: Pick<ListedToken, "expiresAt">): Promise<string>;
  /** The valid tokens. */
  list(): Promise<ListedToken[]>;
  revoke(name: string): Promise<boolean>;
  /** The holder of this token. `undefined` if it is unknown or has expired. */
  callerOf(token: string): Promise<Caller | undefined>;
  isEmpty(): Promise<boolean>;
}

/**
 * Opens the tokens of a home. They are stored under their hashes, so a lookup is one read whether the token is
 * right or wrong. Nobody can choose a hash, so the timing reveals nothing about stored tokens.
 */
export function openTokens(documents: DocumentRepository, now: () => number = Date.now): Tokens {
  const validity = openTokenValidity(documents, now);
  const works = ({ expiresAt = Number.POSITIVE_INFINITY }: { readonly expiresAt?: number | undefined }) =>
    now() < expiresAt;
  const working = async () => (await all()).filter(works);
  const all = async () => {
    const tokens = (await documents.list(COLLECTION)).flatMap(
      ({ value }) => storedToken.safeParse(value).data ?? [],
    );
    return tokens.sort((one, other) => one.name.localeCompare(other.name));
  };
  // Homes of earlier versions store them by name.
  const moved = once(async () => {
    for (const { key, value } of await documents.list(COLLECTION)) {
      const { data } = storedToken.safeParse(value);
      if (data === undefined || key === data.hash) continue;
      await documents.put(COLLECTION, data.hash, data);
      await documents.delete(COLLECTION, key);
    }
  });
  return {
    async create(name, role, { expiresAt } = {}) {
      if (!NAME.test(name))
        throw new DejimaError(
          "invalid_input",
          `Cannot make a token for "${name.slice(0, 100)}": a name is letters, digits, dots, hyphens and underscores, at most 64`,
        );
      if (name.toLowerCase() === LOCAL_USER)
        throw new DejimaError(
          "invalid_input",
          `Cannot make a token for "${name}": that is the person at this machine; choose another name`,
        );
      for (const token of await all())
        if (token.name === name && !works(token)) await documents.delete(COLLECTION, token.hash);
      if ((await working()).some((token) => token.name === name))
        throw new DejimaError("conflict", `Cannot make a token for "${name}": there is one; revoke it first`);
      const token = `${TOKEN_PREFIX}${randomBytes(32).toString("base64url")}`;
      const hash = sha256(token);
      await documents.put(COLLECTION, hash, {
        name,
        role,
        hash,
        createdAt: now(),
        ...defined({ expiresAt }),
      });
      await validity.begin(name, expiresAt);
      return token;
    },
    list: async () =>
      (await working()).map(({ name, role, createdAt, expiresAt }) => ({
        name,
        role,
        createdAt,
        ...defined({ expiresAt }),
      })),
    async revoke(name) {
      await moved.get();
      const removed = (await all()).filter((token) => token.name === name);
      // First, so that work under way stops even if this process ends before the token is removed.
      if (removed.length > 0) await validity.end(name);
      for (const { hash } of removed) await documents.delete(COLLECTION, hash);
      return removed.length > 0;
    },
    async callerOf(token) {
      await moved.get();
      const stored = storedToken.safeParse(await documents.get(COLLECTION, sha256(token))).data;
      return stored === undefined || !works(stored) ? undefined : { name: stored.name, role: stored.role };
    },
    isEmpty: async () => (await working()).length === 0,
  };
}

export type Role = (typeof ROLES)[number];

/** Who makes a request. */
export interface Caller {
  readonly name: string;
  readonly role: Role;
}

/** Whether a role includes another. */
export function includesRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
