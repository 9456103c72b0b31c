import { RE2JS } from "re2js";
import { withoutBackupAffixes } from "../../contract/data/sensitive-names.ts";
import { DejimaError } from "../../contract/error.ts";
import { printable, quotePath } from "../file-errors.ts";

const MAX_LENGTH = 1000;
const MAX_DEPTH = 5;

/** Tests a path with slashes, relative to some folder. */
export type PathTest = (path: string) => boolean;

/**
 * Compiles a glob: `*` and `?` within a name, `**` across folders, `[a-z]`, `{one,two}`, and `\` before a literal character. A glob
 * without a slash tests the last name of a path. Matching takes linear time in the path.
 */
export function compileGlob(glob: string, options: { readonly ignoreCase?: boolean } = {}): PathTest {
  if (glob.length > MAX_LENGTH) throw badGlob(glob, `it is longer than ${MAX_LENGTH} characters`);
  const anchored = glob.replace(/^(?:\.?\/)+/, "");
  const expression = new GlobReader(anchored).translate();
  const matcher = compile(glob, expression, options.ignoreCase ?? false);
  const wholePath = glob.includes("/");
  return (path) => matcher.matches(wholePath ? path : path.slice(path.lastIndexOf("/") + 1));
}

function compile(glob: string, expression: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(expression, RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
  } catch {
    throw badGlob(glob, "a range in its brackets runs backwards, or it is too large");
  }
}

class GlobReader {
  readonly #glob: string;
  #at = 0;

  constructor(glob: string) {
    this.#glob = glob;
  }

  translate(depth = 0): string {
    if (depth > MAX_DEPTH) throw badGlob(this.#glob, "its braces are nested too deep");
    let expression = "";
    while (this.#at < this.#glob.length) {
      const rest = this.#glob.slice(this.#at);
      const character = this.#glob.charAt(this.#at);
      if (depth > 0 && (character === "," || character === "}")) return expression;
      this.#at += 1;
      if (character === "*") expression += this.#stars(rest);
      else if (character === "?") expression += "[^/]";
      else if (character === "[") expression += this.#characterClass(rest);
      else if (character === "{") expression += this.#alternatives(depth);
      else if (character === "\\" && rest.length > 1)
        expression += RE2JS.quote(this.#glob.charAt(this.#at++));
      else expression += RE2JS.quote(character);
    }
    if (depth > 0) throw badGlob(this.#glob, 'a "{" has no "}"');
    return expression;
  }

  #stars(rest: string): string {
    const stars = /^\*+/.exec(rest)?.[0].length ?? 1;
    this.#at += stars - 1;
    if (stars === 1) return "[^/]*";
    if (!rest.startsWith("/", stars)) return ".*";
    this.#at += 1;
    return "(?:.*/)?";
  }

  #characterClass(rest: string): string {
    const [whole, negation, members] = /^\[([!^]?)(\]?[^\]/]*)\]/.exec(rest) ?? [];
    if (whole === undefined || members === undefined || members === "") return "\\[";
    this.#at += whole.length - 1;
    const escaped = members.replace(/[\\[\]^]/g, "\\$&");
    return negation ? `[^/${escaped}]` : `[${escaped}]`;
  }

  #alternatives(depth: number): string {
    const options: string[] = [];
    do {
      options.push(this.translate(depth + 1));
      this.#at += 1;
    } while (this.#glob.charAt(this.#at - 1) === ",");
    return `(?:${options.join("|")})`;
  }
}

function badGlob(glob: string, why: string): DejimaError {
  return new DejimaError("invalid_input", `Cannot use the pattern ${quotePath(glob)}: ${why}`, {
    pattern: printable(glob),
  });
}

/** Compiles patterns into a test whether a path, or a folder above it, has a sensitive name. */
export function compileSensitive(patterns: readonly string[]): PathTest {
  const rules = patterns.map((pattern) => {
    const glob = pattern.replace(/^!/, "");
    const anywhere = glob.includes("/") ? `**/${glob}` : glob;
    return { excludes: pattern.startsWith("!"), matches: compileGlob(anywhere, { ignoreCase: true }) };
  });
  const matches = (path: string) =>
    rules.reduce((covered, rule) => (rule.matches(path) ? !rule.excludes : covered), false);
  const covers = (path: string) => {
    const original = withoutBackupAffixes(path);
    return matches(path) || (original !== path && matches(original));
  };
  return (path) => {
    for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1)) {
      if (covers(path.slice(0, end))) return true;
    }
    return covers(path);
  };
}
