import { randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import type { DocumentRepository } from "../store/store.ts";
import { sha256 } from "../support/sha256.ts";
import { type Caller, ROLES, type Role } from "./roles.ts";

const SHELF = "http-tokens";
/** What every token of ours begins with. */
export const TOKEN_PREFIX = "dj_";
/** Who a caller without a token is, on a server for this machine only. */
export const LOCAL_NAME = "local";
const MOST_NAMES = 1_000;
const NAME = /^[\w.-]{1,64}$/;

const storedToken = z.object({ name: z.string(), role: z.enum(ROLES), hash: z.string(), createdAt: z.int() });

/** Bearer tokens with roles. Only their hashes are kept: a token is shown once, when it is made. */
export interface Tokens {
  create(name: string, role: Role): Promise<string>;
  list(): Promise<{ name: string; role: Role; createdAt: number }[]>;
  revoke(name: string): Promise<boolean>;
  /** Who holds this token; nobody when it is unknown. */
  callerOf(token: string): Promise<Caller | undefined>;
  isEmpty(): Promise<boolean>;
}

/** Opens the tokens of a home. */
export function openTokens(documents: DocumentRepository): Tokens {
  const all = async () =>
    (await documents.list(SHELF)).flatMap(({ value }) => storedToken.safeParse(value).data ?? []);
  // Where to look first: whether the token still holds is read from the store each time.
  const names = new Map<string, string>();
  const heldBy = async (name: string | undefined, hash: string) => {
    const held =
      name === undefined ? undefined : storedToken.safeParse(await documents.get(SHELF, name)).data;
    return held !== undefined && same(held.hash, hash) ? held : undefined;
  };
  return {
    async create(name, role) {
      if (!NAME.test(name))
        throw new DejimaError(
          "invalid_input",
          `Cannot make a token for "${name.slice(0, 100)}": a name is letters, digits, dots, hyphens and underscores, at most 64`,
        );
      if (name.toLowerCase() === LOCAL_NAME)
        throw new DejimaError(
          "invalid_input",
          `Cannot make a token for "${name}": that is the person at this machine; choose another name`,
        );
      if ((await documents.get(SHELF, name)) !== undefined)
        throw new DejimaError("conflict", `Cannot make a token for "${name}": there is one; revoke it first`);
      const token = `${TOKEN_PREFIX}${randomBytes(32).toString("base64url")}`;
      await documents.put(SHELF, name, { name, role, hash: sha256(token), createdAt: Date.now() });
      return token;
    },
    list: async () => (await all()).map(({ name, role, createdAt }) => ({ name, role, createdAt })),
    revoke: (name) => documents.delete(SHELF, name),
    async callerOf(token) {
      const hash = sha256(token);
      const found =
        (await heldBy(names.get(hash), hash)) ?? (await all()).find((held) => same(held.hash, hash));
      if (found === undefined) return undefined;
      if (names.size >= MOST_NAMES) names.clear();
      names.set(hash, found.name);
      return { name: found.name, role: found.role };
    },
    isEmpty: async () => (await all()).length === 0,
  };
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
