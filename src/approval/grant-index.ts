import type { Effect } from "../contract/effect.ts";
import type { Allowance, Grant } from "../contract/grant.ts";
import { literalPrefix } from "../policy/wildcard.ts";

/** Grants by what they cover: finding one costs the depth of a path, however many there are. */
interface GrantIndex {
  /** Adds a grant, or replaces what was known of it. */
  put(grant: Grant): void;
  /** The grants that may cover a call of this tool with these effects. */
  candidates(tool: string, effects: readonly Effect[]): Grant[];
}

/** Makes an empty index. */
export function createGrantIndex(): GrantIndex {
  const byKey = new Map<string, Map<string, Grant>>();
  // How long the beginnings of the patterns are, by tool and kind of effect: there are few lengths to try.
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
        const held = byKey.get(key) ?? new Map<string, Grant>();
        if (grant.status === "active") byKey.set(key, held.set(grant.id, grant));
        else held.delete(grant.id);
        if (held.size === 0) byKey.delete(key);
      }
    },
    candidates(tool, effects) {
      const [first] = effects;
      const beginnings = first === undefined ? [] : [...(lengths.get(`${tool}\0${first.kind}`) ?? [])];
      const keys = first === undefined ? [noEffect(tool)] : effectKeys(tool, first, beginnings);
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

/** The keys under which a grant for this effect would stand: itself, each folder above it, each beginning that patterns have. */
function effectKeys(tool: string, { kind, target }: Effect, beginnings: readonly number[]): string[] {
  const keys = [allowanceKey(tool, { kind, match: "exact", value: target })];
  for (let at = target.lastIndexOf("/"); at > 0; at = target.lastIndexOf("/", at - 1))
    keys.push(allowanceKey(tool, { kind, match: "under", value: target.slice(0, at) }));
  for (const length of beginnings)
    if (length <= target.length)
      keys.push(allowanceKey(tool, { kind, match: "pattern", value: target.slice(0, length) }));
  return keys;
}
