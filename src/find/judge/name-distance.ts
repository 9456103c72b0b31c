import { distance } from "fastest-levenshtein";
import { foldForMatching } from "../../text/fold.ts";

/** A name that another one is easily mistaken for. */
export interface NearName {
  readonly name: string;
  /** The difference between the names, in words. */
  readonly how: string;
}

/** Shorter names are similar by chance. */
const SHORTEST = 6;
/** A name without a publisher that is at least this long is no common word. */
const LONG = 11;

/**
 * The known name that this one could be mistaken for. Returns `undefined` if there is none, or if this is a known name itself.
 */
export function nearName(name: string, known: Iterable<string>): NearName | undefined {
  const own = shapeOf(name);
  for (const other of known) {
    if (other === name) return undefined;
  }
  for (const other of known) {
    const shape = shapeOf(other);
    const how = difference(own, shape);
    if (how !== undefined) return { name: other, how };
  }
  return undefined;
}

/** Whether a name contains hidden characters, or look-alike letters of two scripts in one word. */
export function isDisguised(name: string): boolean {
  return foldForMatching(name) !== name.normalize("NFKC");
}

interface Shape {
  readonly scope: string;
  readonly base: string;
  /** The name without separators, with look-alike letters unified. */
  readonly plain: string;
  /** The same without words of praise. */
  readonly core: string;
  /** The words, independent of their order. */
  readonly words: string;
}

function difference(own: Shape, other: Shape): string | undefined {
  if (other.plain.length < SHORTEST) return undefined;
  if (own.plain === other.plain) return "it differs only in signs or in letters that look alike";
  const core = alike(other.base);
  if (own.scope === "" && other.scope !== "" && core.length > LONG && own.plain === core)
    return "it has the same name without its publisher";
  if (
    own.core !== own.plain &&
    own.core.length >= SHORTEST &&
    (own.core === other.plain || own.core === core)
  )
    return "it adds only a word that praises it";
  if (
    own.scope !== other.scope &&
    own.base === other.base &&
    own.base.length >= SHORTEST &&
    isTelling(own.base)
  )
    return "it has the same name under another publisher";
  if (own.words === other.words && own.words.length > SHORTEST + 2)
    return "it has the same words in another order";
  if (isSwapped(own.plain, other.plain)) return "two of its letters are swapped";
  const near = distance(own.plain, other.plain);
  const most = other.plain.length >= 16 ? 2 : 1;
  return near <= most && sameStart(own, other)
    ? `it differs by ${near === 1 ? "one letter" : "two letters"}`
    : undefined;
}

function isSwapped(own: string, other: string): boolean {
  if (own.length !== other.length) return false;
  const at = [...own].findIndex((letter, index) => letter !== other[index]);
  return at >= 0 && own === `${other.slice(0, at)}${other[at + 1]}${other[at]}${other.slice(at + 2)}`;
}

/** Whether a difference can be a typing error. Names of one family differ in one short word, which is not an error. */
function sameStart(own: Shape, other: Shape): boolean {
  const [a, b] = [own.words.split(" "), other.words.split(" ")];
  const different = a.filter((word) => !b.includes(word));
  const missing = b.filter((word) => !a.includes(word));
  if (different.length !== 1 || missing.length !== 1) return true;
  const [one = "", two = ""] = [different[0], missing[0]];
  return Math.max(one.length, two.length) >= 5;
}

/** Whether a name is specific. Names that many publishers give their servers are not. */
function isTelling(base: string): boolean {
  return !/^(?:mcp|server|mcpserver|servermcp|sdk|cli|core|api|client|tools?)$/.test(
    base.replaceAll(/[^a-z]/g, ""),
  );
}

const PRAISE = /(?<![a-z])(?:official|original|real|genuine|verified|secure|safe|latest|pro|plus)(?![a-z])/g;

/** Letters and digits alone, with those that look alike made one. */
function alike(text: string): string {
  return text
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll("0", "o")
    .replaceAll(/[1|]/g, "l")
    .replaceAll("5", "s")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function shapeOf(name: string): Shape {
  const lower = foldForMatching(name).toLowerCase();
  const at = lower.startsWith("@") ? lower.indexOf("/") : -1;
  const [scope, base] = [at === -1 ? "" : lower.slice(1, at), lower.slice(at + 1)];
  return {
    scope,
    base,
    plain: alike(`${scope}${base}`),
    core: alike(`${scope} ${base}`.replaceAll(PRAISE, " ")),
    words: `${scope} ${base}`
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .sort()
      .join(" "),
  };
}
