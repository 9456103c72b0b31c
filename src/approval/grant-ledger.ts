import type { Allowance, Grant, GrantStatus, Party } from "../contract/asking/grant.ts";
import type { Effect } from "../contract/effect.ts";
import { DejimaError } from "../contract/error.ts";
import { LOCAL_USER } from "../contract/run.ts";
import type { Tool } from "../contract/tool.ts";
import { literalPrefix } from "../policy/wildcard.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { allows, allowsInput } from "./argument-pattern.ts";
import { definitionHash, scriptHashes } from "./call-hash.ts";
import { grantEffects, isDestructive } from "./destructive.ts";
import { isGenuine, type SealPlace } from "./grant-seal.ts";
import { peopleByName } from "./settle.ts";

/** A call that a grant might cover. */
interface GrantedCall {
  readonly tool: Tool;
  readonly input?: unknown;
  readonly effects: readonly Effect[];
  readonly runId: string;
  /** The folder in which it would run. Default: the workspace. */
  readonly folder?: string;
  /** Sources of untrusted content that the run has read. */
  readonly sources: readonly string[];
  /** How much untrusted content the run has read so far. */
  readonly reading: string;
  /** Whether all unexplained arguments of the call come from a source that a person trusted. */
  isFromParty?(party: Party): boolean;
}

/** Stores grants, finds the one that covers a call, and counts its uses. */
export interface GrantLedger {
  /** Takes one use of a grant that covers the call, if there is one. */
  cover(call: GrantedCall): Promise<Grant | undefined>;
  give(grant: Grant): Promise<void>;
  list(page?: { status?: GrantStatus; runId?: string; limit?: number; before?: string }): Promise<Grant[]>;
  revoke(id: string, by: string): Promise<Grant>;
}

interface GrantLedgerOptions extends SealPlace {
  store(): Promise<Store>;
  now(): number;
  readonly folder: string;
  /** The owner of the run. */
  userOf(runId: string): Promise<string>;
  /** The names of each person who has several. */
  readonly people?: Readonly<Record<string, readonly string[]>>;
  /** The current members of a group. */
  membersOf(group: string): Promise<readonly string[]>;
  /** Whether a person's approval from that time is still valid. */
  isStillValid(name: string, since: number): Promise<boolean>;
}

/** Opens the grants of one store. Grants given and revoked by other processes are seen with the next call. */
export function createGrantLedger(options: GrantLedgerOptions): GrantLedger {
  const { store, now, userOf } = options;
  const personOf = peopleByName(options.people ?? {});
  const index = createGrantIndex();
  const genuine = new Map<string, Promise<boolean>>();
  const ledger = async () => (await store()).grants;
  let revision = 0;

  async function refresh(): Promise<void> {
    const changed = await (await ledger()).changedSince(revision);
    revision = changed.revision;
    for (const grant of changed.entries) index.put(grant);
  }

  // An attacker would have to change the folder of the run as well as the database.
  function verified(grant: Grant): Promise<boolean> {
    const key = JSON.stringify([grant.seal, grant.terms]);
    const known = genuine.get(key) ?? isGenuine(grant, options);
    genuine.set(key, known);
    // A failed lookup is not cached.
    known.catch(() => genuine.delete(key));
    return known;
  }

  async function isMember(person: string, groups: readonly string[]): Promise<boolean> {
    for (const group of groups)
      if ((await options.membersOf(group)).some((member) => personOf(member) === person)) return true;
    return false;
  }

  async function use(id: string): Promise<boolean> {
    let used = false;
    await (await ledger()).change(id, (grant) => {
      used = atTime(grant, now()).status === "active";
      if (!used) return undefined;
      const uses = grant.uses + 1;
      return { ...grant, uses, status: uses >= grant.terms.maxUses ? "used" : "active" };
    });
    return used;
  }

  return {
    async cover(call) {
      const { folder = options.folder } = call;
      await refresh();
      const candidates = index
        .candidates(call.tool.name, grantEffects(call.effects))
        .filter((grant) => covers(atTime(grant, now()), call, folder));
      if (candidates.length === 0) return undefined;
      const person = personOf(await userOf(call.runId));
      const definition = definitionHash(call.tool);
      const scripts = JSON.stringify(await scriptHashes(call.effects, folder));
      for (const grant of candidates) {
        const { users = [LOCAL_USER], groups = [] } = grant.terms;
        const isNamed = users.some((user) => personOf(user) === person);
        if (!isNamed && !(await isMember(person, groups))) continue;
        const same = grant.terms.definition === definition && JSON.stringify(grant.terms.scripts) === scripts;
        if (!same || !(await options.isStillValid(grant.by, grant.createdAt))) continue;
        if ((await verified(grant)) && (await use(grant.id))) return grant;
      }
      return undefined;
    },
    give: async (grant) => (await ledger()).create(grant),
    async list({ status, runId, limit = 100, before } = {}) {
      const page = {
        limit,
        ...defined({ runId, before }),
      };
      const listed = await (await ledger()).list(page);
      const grants = await Promise.all(
        listed.map(async (grant): Promise<Grant> => {
          const isOver = !(await options.isStillValid(grant.by, grant.createdAt));
          return isOver && grant.status === "active" ? { ...grant, status: "revoked" } : atTime(grant, now());
        }),
      );
      return grants.filter((grant) => status === undefined || grant.status === status);
    },
    async revoke(id, by) {
      const known = await (await ledger()).get(id);
      if (known === undefined)
        throw new DejimaError(
          "invalid_input",
          `Cannot revoke "${id.slice(0, 100)}": \`dejima grants list\` shows the grants there are`,
          { id },
        );
      return (await ledger()).change(id, (grant) => ({ ...grant, status: "revoked", revokedBy: by }));
    },
  };
}

function atTime(grant: Grant, now: number): Grant {
  return grant.status === "active" && now >= grant.terms.expiresAt ? { ...grant, status: "expired" } : grant;
}

function covers({ status, terms }: Grant, call: GrantedCall, folder: string): boolean {
  if (status !== "active" || terms.folder !== folder) return false;
  if (terms.runId !== undefined && terms.runId !== call.runId) return false;
  // Another process does not know what was read in this one.
  if (terms.party !== undefined)
    return processOf(terms.reading) === processOf(call.reading) && call.isFromParty?.(terms.party) === true;
  if (isDestructive(call)) return false;
  if (!call.sources.every((source) => isKnown(source, terms))) return false;
  // A grant given in the presence of untrusted content is valid only for that content, this run and this input.
  if (terms.sources.length > 0 && !isSameReading(terms, call)) return false;
  const effects = grantEffects(call.effects);
  if (effects.length === 0)
    return terms.allows.length === 0 && (terms.input === undefined || allowsInput(terms.input, call.input));
  return effects.every((effect) => terms.allows.some((allowance) => allows(allowance, effect)));
}

function processOf(reading: string | undefined): string | undefined {
  return reading?.split(" ")[0];
}

function isSameReading({ runId, reading, input }: Grant["terms"], call: GrantedCall): boolean {
  return (
    runId === call.runId && reading === call.reading && input !== undefined && allowsInput(input, call.input)
  );
}

// Approving the calls included the content that they themselves bring in.
function isKnown(source: string, { sources, tool, allows: allowances }: Grant["terms"]): boolean {
  if (sources.includes(source)) return true;
  return allowances.some(
    ({ kind, value }) => kind.startsWith("host.") && source === `${tool}: ${URL.parse(value)?.origin}`,
  );
}

/** Indexes grants by what they cover: a lookup costs the depth of a path, however many grants there are. */
interface GrantIndex {
  /** Adds or replaces a grant. */
  put(grant: Grant): void;
  /** The grants that may cover a call of this tool with these effects. */
  candidates(tool: string, effects: readonly Effect[]): Grant[];
}

function createGrantIndex(): GrantIndex {
  const byKey = new Map<string, Map<string, Grant>>();
  // The lengths of the patterns' literal prefixes, by tool and kind of effect: there are few lengths to try.
  const lengths = new Map<string, Set<number>>();
  const keysOf = ({ terms: { tool, allows } }: Grant) =>
    allows.length === 0
      ? [noEffect(tool)]
      : [...new Set(allows.map((allowance) => allowanceKey(tool, allowance)))];
  return {
    put(grant) {
      for (const { kind, match, value } of grant.terms.allows) {
        if (match !== "pattern") continue;
        const name = `${grant.terms.tool}\0${kind}`;
        lengths.set(name, (lengths.get(name) ?? new Set()).add(literalPrefix(value).length));
      }
      for (const key of keysOf(grant)) {
        const grants = byKey.get(key) ?? new Map<string, Grant>();
        if (grant.status === "active") byKey.set(key, grants.set(grant.id, grant));
        else grants.delete(grant.id);
        if (grants.size === 0) byKey.delete(key);
      }
    },
    candidates(tool, effects) {
      const [first] = effects;
      const prefixLengths = first === undefined ? [] : [...(lengths.get(`${tool}\0${first.kind}`) ?? [])];
      const keys = [noEffect(tool), ...(first === undefined ? [] : effectKeys(tool, first, prefixLengths))];
      const found = keys.flatMap((key) => [...(byKey.get(key)?.entries() ?? [])]);
      return [...new Map(found).values()];
    },
  };
}

function noEffect(tool: string): string {
  return `${tool}\0none`;
}

function allowanceKey(tool: string, { kind, match, value }: Allowance): string {
  return `${tool}\0${kind}\0${match}\0${match === "pattern" ? literalPrefix(value) : value}`;
}

/** The keys of grants that may cover this effect: itself, each folder above it, each prefix length of the patterns. */
function effectKeys(tool: string, { kind, target }: Effect, prefixLengths: readonly number[]): string[] {
  const keys = [allowanceKey(tool, { kind, match: "exact", value: target })];
  for (let at = target.lastIndexOf("/"); at > 0; at = target.lastIndexOf("/", at - 1))
    keys.push(allowanceKey(tool, { kind, match: "under", value: target.slice(0, at) }));
  for (const length of prefixLengths)
    if (length <= target.length)
      keys.push(allowanceKey(tool, { kind, match: "pattern", value: target.slice(0, length) }));
  return keys;
}
