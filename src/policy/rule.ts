import { EFFECT_KINDS, type Effect, type EffectKind } from "../contract/effect.ts";
import { DejimaError } from "../contract/error.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import { compileWildcard } from "./wildcard.ts";

/** One line of a policy: `shell(git status*)`, `write_file(./out/**)`, `file.read(**` + `/.env)`, `mcp_*`, `read_file`. */
export interface Rule {
  readonly text: string;
  readonly verdict: VerdictKind;
  /** Tool name, effect kind, or a pattern of tool names. */
  readonly subject: string;
  readonly subjectKind: "tool" | "tools" | "effect";
  /** Absent when the rule covers every argument. */
  readonly argument?: ArgumentTest;
  readonly file?: string;
  matchesTool(name: string): boolean;
}

export interface ArgumentTest {
  readonly pattern: string;
  matches(effect: Effect): boolean;
  /** Whether the pattern occurs anywhere in a target that cannot be known whole. */
  occursIn(effect: Effect): boolean;
}

export interface RuleOptions {
  /** What relative path patterns are relative to. */
  readonly base: string;
  readonly file?: string;
}

const RULE = /^([A-Za-z_*?][A-Za-z0-9_.*?@-]*)(?:\(([\s\S]*)\))?$/;

/** Parses the text of a rule; a text that is none is an error that shows the forms there are. */
export function parseRule(text: string, verdict: VerdictKind, options: RuleOptions): Rule {
  const [, subject, argument] = RULE.exec(text.trim()) ?? [];
  if (subject === undefined)
    throw badRule(text, "write tool, tool(pattern), effect.kind(pattern) or a name with *");
  if (subject.includes(".") && !isEffectKind(subject)) {
    throw badRule(text, `"${subject}" is no kind of effect; there are ${EFFECT_KINDS.join(", ")}`);
  }
  try {
    const matchesTool = compileWildcard(subject, "anywhere");
    const test = argument === undefined || argument === "" ? undefined : argumentTest(argument, options.base);
    return {
      text: text.trim(),
      verdict,
      subject,
      subjectKind: isEffectKind(subject) ? "effect" : /[*?]/.test(subject) ? "tools" : "tool",
      matchesTool,
      ...(test === undefined ? {} : { argument: test }),
      ...(options.file === undefined ? {} : { file: options.file }),
    };
  } catch (error) {
    throw error instanceof RangeError ? badRule(text, error.message) : error;
  }
}

function argumentTest(pattern: string, base: string): ArgumentTest {
  const asPath = compileWildcard(absolutePattern(pattern, base), "segment");
  const asUrl = compileWildcard(pattern, "segment");
  const asText = compileWildcard(pattern, "anywhere");
  const inside = compileWildcard(`*${pattern.replace(/^\*+|\*+$/g, "")}*`, "anywhere");
  return {
    pattern,
    matches({ kind, target }) {
      if (kind.startsWith("file.")) return asPath(target);
      if (kind.startsWith("host.")) return asUrl(target);
      return asText(target);
    },
    occursIn: ({ target }) => inside(target),
  };
}

// `./out/**` and `out/**` stand on the base folder; `/srv/**` and `**/x` stand alone.
function absolutePattern(pattern: string, base: string): string {
  if (pattern.startsWith("/") || pattern.startsWith("**")) return pattern;
  const relative = pattern.replace(/^(?:\.\/)+/, "");
  if (relative.split("/").includes(".."))
    throw new RangeError('".." cannot stand in a pattern: name the folder itself');
  if (relative === "" || relative === ".") return base;
  return base === "/" ? `/${relative}` : `${base}/${relative}`;
}

function isEffectKind(subject: string): subject is EffectKind {
  return (EFFECT_KINDS as readonly string[]).includes(subject);
}

function badRule(text: string, problem: string): DejimaError {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return new DejimaError("invalid_input", `Cannot read the rule "${shown}": ${problem}`, { rule: shown });
}
