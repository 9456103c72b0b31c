import {
  type BoundSecret,
  BUILTIN_TOOLS,
  type SecretBinding,
  type SecretInfo,
  type SecretUse,
} from "../contract/data/secret.ts";
import { DejimaError } from "../contract/error.ts";
import { defined } from "../support/defined.ts";
import { coversHost, readHostPattern } from "../support/network/host-pattern.ts";
import { thrownText } from "../support/thrown-text.ts";
import { checkBinding, checkName, checkSource, checkValue } from "./check-secret.ts";
import type { SecretStore, StoredSecret } from "./secret-store.ts";

/** A secret to store. */
interface NewSecret {
  /** `stored`, `env:NAME`, `file:/path` or `keyring:SERVICE/ACCOUNT`. */
  readonly source: string;
  /** The value. Only for the source `stored`. */
  readonly value?: string;
  readonly binding: SecretBinding;
}

/** Who uses a secret, and for which call. */
export interface SecretPurpose {
  /** A tool by its name, or `skill:NAME`, `mcp:SERVER`, `api:NAME`, `sql:CONNECTION`. */
  readonly user: string;
  readonly callId?: string;
}

/** One recorded use of a secret: its name, never its value. */
interface RecordedUse extends SecretPurpose {
  readonly name: string;
  readonly host?: string;
}

/** A recorded change of the secrets. */
export interface SecretChange {
  readonly name: string;
  readonly change: "set" | "rotate" | "remove" | "rekey";
  /** Who changed it. */
  readonly by: string;
}

/** Who makes a change. */
interface Doer {
  readonly by: string;
}

/**
 * Stores secrets and decides who may use which for what. For doors and our own code: no tool can reach it.
 */
export interface Vault {
  /** Stores a secret, or replaces the one of this name. */
  set(name: string, secret: NewSecret, doer: Doer): Promise<SecretInfo>;
  /** Replaces the value of a stored secret. Its binding stays. */
  rotate(name: string, value: string, doer: Doer): Promise<SecretInfo>;
  /** Encrypts every secret with the key in use, also those of keys from before. Returns their names. */
  rekey(doer: Doer): Promise<string[]>;
  /** Removes a secret. Returns whether there was one. */
  remove(name: string, doer: Doer): Promise<boolean>;
  list(): Promise<SecretInfo[]>;
  show(name: string): Promise<SecretInfo>;
  /**
   * The value for Dejima's own code, such as a database connection that the config names as `${secret:NAME}`.
   * The binding of the secret must name this user itself (`sql:shop`). Rejects with `tool_not_allowed` if it
   * does not, and with `not_found` for an unknown name. The use is recorded, and the value is redacted from
   * then on. Never pass it to a tool's output, a program or a model.
   */
  reveal(name: string, purpose: SecretPurpose): Promise<string>;
  /** The secrets that this user may use without seeing them. */
  boundTo(purpose: SecretPurpose): Promise<BoundSecret[]>;
  /** The secrets whose value cannot be read now, and why. */
  unreadable(): Promise<{ readonly name: string; readonly why: string }[]>;
  /** Every value that can be read now, to be redacted. */
  values(): Promise<string[]>;
}

interface VaultOptions {
  readonly secrets: SecretStore;
  readonly now: () => number;
  /** Called before each change: a change that cannot be recorded is not made. */
  onChange(change: SecretChange): Promise<void>;
  /** Called before a value is handed out. */
  onUse(use: RecordedUse): Promise<void>;
  /** Called with each value before anybody can use it: it is redacted from then on. */
  onValue(value: string): Promise<void>;
}

/** Opens the vault over its store. */
export function createVault({ secrets, now, onChange, onUse, onValue }: VaultOptions): Vault {
  async function found(name: string): Promise<StoredSecret> {
    const secret = await secrets.get(name);
    if (secret !== undefined) return secret;
    throw new DejimaError("not_found", `There is no secret "${name}". \`dejima secret list\` shows them`);
  }

  async function readValue(secret: StoredSecret): Promise<string> {
    const value = await secrets.valueOf(secret);
    await onValue(value);
    return value;
  }

  async function use(
    secret: StoredSecret,
    { user, callId, host }: SecretPurpose & { readonly host?: string },
  ) {
    const { name } = secret;
    const value = await readValue(secret);
    await onUse({ name, user, ...defined({ callId, host }) });
    await secrets.noteUse(name, { at: new Date(now()).toISOString(), by: user, ...defined({ host }) });
    return value;
  }

  async function keep(secret: StoredSecret, change: Omit<SecretChange, "name">): Promise<SecretInfo> {
    await onValue(await secrets.valueOf(secret));
    await onChange({ name: secret.name, ...change });
    await secrets.put(secret);
    return secrets.info(secret);
  }

  const boundSecret = (name: string, binding: SecretBinding, purpose: SecretPurpose): BoundSecret => ({
    name,
    hosts: binding.hosts,
    places: binding.places,
    async peek() {
      const secret = await secrets.get(name);
      return secret === undefined ? undefined : readValue(secret);
    },
    async reveal(request: SecretUse) {
      const secret = await found(name);
      const why = isBoundTo(secret.binding, purpose.user)
        ? refusalOf(secret.binding, request)
        : `it is not bound to ${purpose.user}`;
      if (why !== undefined) throw notBound(name, why);
      return use(secret, { ...purpose, host: new URL(request.url).host });
    },
  });

  return {
    async set(name, { source, value = "", binding }, { by }) {
      checkName(name);
      checkSource(source);
      if (source === "stored") checkValue(name, value);
      const at = new Date(now()).toISOString();
      const next = { name, source, binding: checkBinding(binding), createdAt: at, changedAt: at };
      return keep(await secrets.sealed(next, value), { change: "set", by });
    },
    async rotate(name, value, { by }) {
      const { sealed: _old, ...secret } = await found(name);
      if (secret.source !== "stored")
        throw new DejimaError(
          "conflict",
          `Cannot rotate "${name}": its value comes from ${secret.source}. Change it there`,
        );
      checkValue(name, value);
      const next = { ...secret, changedAt: new Date(now()).toISOString() };
      return keep(await secrets.sealed(next, value), { change: "rotate", by });
    },
    async rekey({ by }) {
      const all = await secrets.list();
      // All or none: a secret that no key opens throws before anything is changed.
      const next = await Promise.all(
        all.map(async (secret) => ({ secret, resealed: await secrets.resealed(secret) })),
      );
      for (const { secret, resealed } of next) {
        await onChange({ name: secret.name, change: "rekey", by });
        // A secret that changed meanwhile is already encrypted with the current key.
        if ((await secrets.get(secret.name))?.sealed === secret.sealed) await secrets.put(resealed);
      }
      return all.map(({ name }) => name);
    },
    async remove(name, { by }) {
      if ((await secrets.get(name)) === undefined) return false;
      await onChange({ name, change: "remove", by });
      return secrets.delete(name);
    },
    list: async () => Promise.all((await secrets.list()).map(secrets.info)),
    show: async (name) => secrets.info(await found(name)),
    async reveal(name, purpose) {
      const secret = await found(name);
      if (!secret.binding.tools.includes(purpose.user))
        throw notBound(name, `it is not bound to ${purpose.user}`);
      return use(secret, purpose);
    },
    async boundTo(purpose) {
      const bound = (await secrets.list()).filter(({ binding }) => isBoundTo(binding, purpose.user));
      return bound.map(({ name, binding }) => boundSecret(name, binding, purpose));
    },
    async unreadable() {
      const read = (await secrets.list()).map((secret) =>
        secrets.valueOf(secret).then(
          () => [],
          (error) => [{ name: secret.name, why: thrownText(error) }],
        ),
      );
      return (await Promise.all(read)).flat();
    },
    async values() {
      // A value that cannot be read cannot leak either.
      const read = (await secrets.list()).map((secret) => secrets.valueOf(secret).catch(() => []));
      return (await Promise.all(read)).flat();
    },
  };
}

function notBound(name: string, why: string): DejimaError {
  return new DejimaError(
    "tool_not_allowed",
    `Cannot use the secret ${name}: ${why}. \`dejima secret show ${name}\` says what it is bound to`,
    { secret: name },
  );
}

/** Spellings of a path that a server may interpret differently than we do. */
const DOUBTFUL_PATH = /%2f|%5c|%2e|%25|%00|%c0|%c1|%ef%bc|\\|\/\/|;/i;

/** Why a request does not match the binding of a secret. Returns `undefined` if it does. */
export function refusalOf(binding: SecretBinding, { url, method, place }: SecretUse): string | undefined {
  const { protocol, hostname, port, pathname, host } = new URL(url);
  if (protocol !== "https:") return "a secret is sent over https only";
  const number = Number(port || 443);
  const isBound = binding.hosts.some((text) => {
    const pattern = readHostPattern(text);
    return pattern !== undefined && coversHost(pattern, hostname) && (pattern.port ?? 443) === number;
  });
  if (!isBound) return `it is not bound to the host ${host}`;
  if (!binding.methods.includes("*") && !binding.methods.includes(method))
    return `it is not bound to ${method}`;
  if (!coversPath(binding.paths, pathname)) return `it is not bound to the path ${pathname.slice(0, 200)}`;
  return binding.places.includes(place) ? undefined : `it may not be sent in the ${place}`;
}

/**
 * Whether a user may use a secret at all. `builtin` covers names of tools, never a skill, server, API or
 * database.
 */
function isBoundTo({ tools }: SecretBinding, user: string): boolean {
  return tools.includes(user) || (!user.includes(":") && tools.includes(BUILTIN_TOOLS));
}

function coversPath(patterns: readonly string[], path: string): boolean {
  if (patterns.includes("/**")) return true;
  return !DOUBTFUL_PATH.test(path) && patterns.some((pattern) => matches(pattern, path));
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const segments = path.split("/");
  const open = wanted.at(-1) === "**";
  if (open ? segments.length < wanted.length : segments.length !== wanted.length) return false;
  return wanted.every(
    (part, at) => (open && at === wanted.length - 1) || part === "*" || part === segments[at],
  );
}
