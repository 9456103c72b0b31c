import { SENSITIVE_NAMES } from "../contract/sensitive-names.ts";
import { compileWildcard } from "./wildcard.ts";

interface NameRule {
  readonly takesBack: boolean;
  matches(path: string): boolean;
}

/** Whether a path, or a folder it lies in, has a name that says it holds secrets. */
export function isSensitiveFile(path: string): boolean {
  const folded = path.toLowerCase();
  return RULES.reduce((covered, rule) => (rule.matches(folded) ? !rule.takesBack : covered), false);
}

/** Whether a name in a path could be that of a file or folder with secrets: a quick check before a thorough one. */
export function hasSensitiveName(path: string): boolean {
  return ANY_NAME.test(path);
}

const ANY_NAME = new RegExp(
  `/(?:${SENSITIVE_NAMES.filter((pattern) => !pattern.startsWith("!"))
    .map((pattern) => pattern.slice(pattern.lastIndexOf("/") + 1))
    .map((name) => name.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*"))
    .join("|")})(?:/|$)`,
  "iu",
);

const RULES: readonly NameRule[] = SENSITIVE_NAMES.map((pattern) => {
  const name = pattern.replace(/^!/, "").toLowerCase();
  const itself = compileWildcard(`**/${name}`, "segment");
  const below = compileWildcard(`**/${name}/**`, "segment");
  return { takesBack: pattern.startsWith("!"), matches: (path) => itself(path) || below(path) };
});
