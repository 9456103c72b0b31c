import { RE2JS } from "re2js";
import { DejimaError } from "../../contract/error.ts";
import type { SearchOptions } from "../../contract/file-access.ts";
import { printable, quotePath } from "../file-errors.ts";

/** Tests single lines, in time linear in their length whatever the pattern. */
export interface LineMatcher {
  matches(line: string): boolean;
  /** Where the first match begins. */
  indexIn(line: string): number;
}

const MAX_PATTERN = 4000;

/** Compiles a search pattern in RE2 syntax, or takes it literally. */
export function compileLineMatcher(
  pattern: string,
  { literal, ignoreCase }: Pick<SearchOptions, "literal" | "ignoreCase">,
): LineMatcher {
  if (pattern.length > MAX_PATTERN) throw badPattern(pattern, `it is longer than ${MAX_PATTERN} characters`);
  if (/[\r\n]/.test(pattern))
    throw badPattern(pattern, "it holds a line break, and lines are searched one by one");
  if (literal && !ignoreCase) {
    return { matches: (line) => line.includes(pattern), indexIn: (line) => line.indexOf(pattern) };
  }
  const expression = compile(literal ? RE2JS.quote(pattern) : pattern, ignoreCase);
  return {
    matches: (line) => expression.test(line),
    indexIn(line) {
      const matcher = expression.matcher(line);
      return matcher.find() ? matcher.start() : 0;
    },
  };
}

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    const why =
      error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : "it cannot be parsed";
    throw badPattern(pattern, why);
  }
}

function badPattern(pattern: string, why: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot search for ${quotePath(pattern)}: ${why}. Use RE2 syntax (no look-around, no back-references), or set literal`,
    { pattern: printable(pattern) },
  );
}
