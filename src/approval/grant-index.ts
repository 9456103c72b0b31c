import type { Effect } from "../contract/effect.ts";
import type { Allowance, Grant } from "../contract/grant.ts";

/** Grants by what they cover: finding one costs the depth of a path, however many there are. */
export interface GrantIndex {
  /** Adds a grant, or replaces what was known of it. */
  put(grant: Grant): void;
  /** The grants that may cover a call of this tool with these effects. */
  candidates(tool: string, effects: readonly Effect[]): Grant[];
}

/** Makes an empty index. */
export function createGrantIndex(): GrantIndex {
  const byKey = new Map<string, Map<string, Grant>>();
  const keyOf = ({ terms }: Grant) => {
    const [first] = terms.allows;
    return first === undefined ? noEffect(terms.tool) : allowanceKey(terms.tool, first);
  };
  return {
    put(grant) {
      const key = keyOf(grant);
      const held = byKey.get(key) ?? new Map<string, Grant>();
      if (grant.status === "active") byKey.set(key, held.set(grant.id, grant));
      else held.delete(grant.id);
      if (held.size === 0) byKey.delete(key);
    },
    candidates(tool, effects) {
      const [first] = effects;
      const keys = first === undefined ? [noEffect(tool)] : effectKeys(tool, first);
      return keys.flatMap((key) => [...(byKey.get(key)?.values() ?? [])]);
    },
  };
}

function noEffect(tool: string): string {
  return `${tool}\0none`;
}

function allowanceKey(tool: string, { kind, match, value }: Allowance): string {
  return `${tool}\0${kind}\0${match}\0${value}`;
}

/** The keys under which a grant for this effect would stand: itself, and each folder above it. */
function effectKeys(tool: string, { kind, target }: Effect): string[] {
  const keys = [allowanceKey(tool, { kind, match: "exact", value: target })];
  for (let at = target.lastIndexOf("/"); at > 0; at = target.lastIndexOf("/", at - 1))
    keys.push(allowanceKey(tool, { kind, match: "under", value: target.slice(0, at) }));
  return keys;
}
