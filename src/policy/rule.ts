import { EFFECT_KINDS, type Effect, type EffectKind } from "../contract/effect.ts";
import { DejimaError } from "../contract/error.ts";
import { readSpend } from "../contract/figures/spend.ts";
import { SERVER_MARK } from "../contract/tool-family.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import { shortened } from "../text/text-end.ts";
import { FAMILIES } from "./family-members.ts";
import { baseName } from "./known-programs.ts";
import { canonicalUrlPattern } from "./url-readings.ts";
import { compileWildcard, literalPrefix } from "./wildcard.ts";

/** One line of a policy: `shell(git status*)`, `write_file(./out/**)`, `file.read(**` + `/.env)`, `mcp_*`, `read_file`. */
export interface Rule {
  readonly text: string;
  readonly verdict: VerdictKind;
  /** Tool name, effect kind, or a pattern of tool names. */
  readonly subject: string;
  readonly subjectKind: "tool" | "tools" | "effect";
  /** Absent if the rule covers every argument. */
  readonly argument?: ArgumentTest;
  readonly file?: string;
  /** Set for a family rule. Unless it denies, it applies only if no narrower rule of its layer decides. */
  readonly family?: boolean;
  /** Set if the rule may only tighten what would apply without it. */
  readonly tightensOnly?: boolean;
  matchesTool(name: string): boolean;
}

export interface ArgumentTest {
  readonly pattern: string;
  /** The prefixes that a target must have to match, for each way of comparing targets. */
  readonly prefixes: Readonly<Record<TargetFamily, readonly string[]>>;
  matches(effect: Effect): boolean;
  /** Whether the pattern occurs anywhere in an opaque target. */
  occursIn(effect: Effect): boolean;
  /** Whether the pattern matches any part of what a target covers: a file in a folder, a page of a host. */
  reaches(effect: Effect): boolean;
}

/** Paths and URLs are compared segment by segment, tables together with the operation, everything else as text. */
type TargetFamily = "path" | "url" | "table" | "text";

/** How targets of this kind of effect are compared. */
export function targetFamily(kind: EffectKind): TargetFamily {
  if (kind.startsWith("file.")) return "path";
  if (kind.startsWith("db.")) return "table";
  return kind.startsWith("host.") ? "url" : "text";
}

export interface RuleOptions {
  /** The folder that relative path patterns start from. */
  readonly base: string;
  readonly file?: string;
  /**
   * Resolves the links of a path. Rules see canonical paths, so a rule that denies or asks must also apply to where the links of
   * its pattern lead. An allow rule must not, or moving the link would widen it.
   */
  readonly truePath?: (path: string) => string;
}

const RULE = /^([A-Za-z_*?][A-Za-z0-9_.*?@-]*)(?:\(([\s\S]*)\))?$/;

/** Parses the text of a rule: one rule, or those of a family. */
export function parseRules(text: string, verdict: VerdictKind, options: RuleOptions): readonly Rule[] {
  const [, subject = "", argument] = RULE.exec(text.trim()) ?? [];
  const members = FAMILIES.get(subject);
  if (members === undefined) return [parseRule(text, verdict, options)];
  const rest = argument === undefined ? "" : `(${argument})`;
  const family = members.map((member) => ({
    ...parseRule(`${member}${rest}`, verdict, options),
    text: text.trim(),
    family: true,
  }));
  if (verdict === "allow") return family;
  // A tool or an MCP server may have the name of a family: deny and ask rules cover it, too.
  const ofServer = {
    ...parseRule(`${subject}${SERVER_MARK}*${rest}`, verdict, options),
    text: text.trim(),
    family: true,
  };
  return [...family, ofServer, parseRule(text, verdict, options)];
}

/** Parses the text of a rule about a tool, tools or a kind of effect. Throws an error that lists the valid forms if the text is not a rule. */
export function parseRule(text: string, verdict: VerdictKind, options: RuleOptions): Rule {
  const [, subject, argument] = RULE.exec(text.trim()) ?? [];
  if (subject === undefined)
    throw badRule(
      text,
      options,
      "write tool, tool(pattern), effect.kind(pattern), a family such as files or network, or a name with *",
    );
  if (subject.includes(".") && !isEffectKind(subject)) {
    throw badRule(
      text,
      options,
      `"${subject}" is not a kind of effect; the kinds are ${EFFECT_KINDS.join(", ")}`,
    );
  }
  try {
    if (
      subject === "money.spend" &&
      /^\s*[<>]/.test(argument ?? "") &&
      moneyTest(argument ?? "", verdict) === undefined
    )
      throw new RangeError("write an amount such as >1.00, >1.00 USD or >1.00 USD openai:*");
    const matchesTool = compileWildcard(subject, "anywhere");
    const test =
      argument === undefined || argument === "" ? undefined : argumentTest(argument, verdict, options);
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
    throw error instanceof RangeError ? badRule(text, options, error.message) : error;
  }
}

function argumentTest(pattern: string, verdict: VerdictKind, options: RuleOptions): ArgumentTest {
  const follow = verdict === "allow" ? undefined : options.truePath;
  const pathTexts = pathPatterns(pattern, options.base, follow);
  const paths = pathTexts.map((path) => compileWildcard(path, "segment"));
  const urlPattern = canonicalUrlPattern(pattern, verdict === "allow");
  const asUrl = compileWildcard(urlPattern, "segment");
  // Many servers ignore case in paths, so a deny rule covers all spellings.
  const inAnyCase = verdict === "allow" ? asUrl : compileWildcard(urlPattern.toLowerCase(), "segment");
  const asText = compileWildcard(pattern, "anywhere");
  const asTable = tableTest(pattern, verdict);
  const asMoney = moneyTest(pattern, verdict);
  const inside = compileWildcard(`*${pattern.replace(/^\*+|\*+$/g, "")}*`, "anywhere");
  return {
    pattern,
    prefixes: {
      path: [...new Set(pathTexts.map(literalPrefix))],
      url: [literalPrefix(urlPattern)],
      table: [literalPrefix(tableOf(pattern).table).toLowerCase()],
      text: [asMoney === undefined ? literalPrefix(pattern) : ""],
    },
    matches({ kind, target }) {
      const family = targetFamily(kind);
      if (family === "path") return paths.some((matches) => matches(target));
      if (family === "table") return asTable(kind, target);
      if (kind === "money.spend" && asMoney !== undefined) return asMoney(target);
      if (family === "text") return asText(target);
      return asUrl(target) || (verdict !== "allow" && inAnyCase(target.toLowerCase()));
    },
    occursIn: ({ target }) => inside(target),
    reaches({ kind, target }) {
      if (kind === "money.spend") return false; // an amount covers only itself
      const family = targetFamily(kind);
      if (family === "path") return pathTexts.some((path) => reachesFolder(path, target));
      return family === "url" ? reachesHost(urlPattern, target) : reachesProgram(pattern, target);
    },
  };
}

/** `shop.orders update` names a table and an operation. Without an operation, it means all of them. */
function tableOf(pattern: string): { readonly table: string; readonly verb?: string | undefined } {
  const [, table = pattern, verb] =
    /^(.*\S)\s+(read|insert|update|delete|schema|call)$/i.exec(pattern.trim()) ?? [];
  return { table: table.trim(), verb: verb?.toLowerCase() };
}

// A deny rule for a table covers every spelling of its name; one for a database covers all of its tables.
function tableTest(pattern: string, verdict: VerdictKind): (kind: EffectKind, target: string) => boolean {
  const { table, verb } = tableOf(pattern);
  const exact = compileWildcard(table, "anywhere");
  const folded = compileWildcard(table.toLowerCase(), "anywhere");
  return (kind, target) => {
    if (verb !== undefined && kind !== `db.${verb}`) return false;
    return exact(target) || (verdict !== "allow" && folded(target.toLowerCase()));
  };
}

// Paths are compared in composed form, and "folder/" means everything in it. If the part before the first star leads through
// links, the pattern covers both names.
function pathPatterns(pattern: string, base: string, truePath = (path: string) => path): string[] {
  const path = absolutePattern(pattern.normalize("NFC"), base).replace(/(?<=.)\/$/, "/**");
  const segments = path.split("/");
  const wild = segments.findIndex((segment) => /[*?]/.test(segment));
  const [named, rest] = wild === -1 ? [segments, []] : [segments.slice(0, wild), segments.slice(wild)];
  if (named.length < 2) return [path];
  const trueName = truePath(named.join("/")).normalize("NFC");
  return [...new Set([path, [trueName === "/" ? "" : trueName, ...rest].join("/")])];
}

// `./out/**` and `out/**` are relative to the base folder; `/srv/**` and `**/x` are not.
function absolutePattern(pattern: string, base: string): string {
  if (pattern.startsWith("/") || pattern.startsWith("**")) return pattern;
  const relative = pattern.replace(/^(?:\.\/)+/, "");
  if (relative.split("/").includes(".."))
    throw new RangeError('a pattern cannot contain "..": name the folder itself');
  if (relative === "" || relative === ".") return base;
  return base === "/" ? `/${relative}` : `${base}/${relative}`;
}

function isEffectKind(subject: string): subject is EffectKind {
  return (EFFECT_KINDS as readonly string[]).includes(subject); // only compared
}

function badRule(text: string, { file }: RuleOptions, problem: string): DejimaError {
  const shown = shortened(text, 80);
  const place = file === undefined ? "" : ` (${file})`;
  return new DejimaError("invalid_input", `Cannot read the rule "${shown}"${place}: ${problem}`, {
    rule: shown,
  });
}

/**
 * Whether a pattern of absolute paths matches a folder or something in it. A pattern that names files anywhere, like
 * `**` + `/.env`, does not match a folder, unless the folder itself has the name.
 */
export function reachesFolder(pattern: string, folder: string): boolean {
  const matches = compileWildcard(pattern, "segment");
  if (matches(folder) || matches(`${folder === "/" ? "" : folder}/ `)) return true;
  const wanted = pattern.split("/").slice(1);
  for (const [at, name] of folder.split("/").slice(1).entries()) {
    const segment = pattern.startsWith("**") ? "**" : wanted[at];
    if (segment === undefined) return false;
    if (segment.includes("**")) return at > 0;
    if (!compileWildcard(segment, "segment")(name)) return false;
  }
  return true;
}

/** Whether a pattern of addresses matches a host or a page of it. The scheme does not matter, the port does. */
export function reachesHost(pattern: string, address: string): boolean {
  const host = hostOf(address);
  const wanted = hostOf(pattern);
  if (host === undefined || wanted === undefined) return compileWildcard(pattern, "segment")(address);
  if (compileWildcard(wanted, "anywhere")(host)) return true;
  return host.startsWith("*.") && compileWildcard(host, "anywhere")(wanted);
}

function hostOf(address: string): string | undefined {
  return /^[a-z*?]+:\/\/([^/]+)/i.exec(address)?.[1]?.toLowerCase();
}

/** Whether a pattern of commands matches a program that may be run with any arguments. */
function reachesProgram(pattern: string, program: string): boolean {
  if (compileWildcard(pattern, "anywhere")(program)) return true;
  const [first = ""] = pattern.split(" ");
  return compileWildcard(baseName(first), "anywhere")(baseName(program.split(" ")[0] ?? ""));
}

const PATTERN = /^(>=|<=|>|<)\s*(\d+(?:\.\d+)?)(?:\s*([A-Z]{3}))?(?:\s+(\S[\s\S]*))?$/;

const COMPARE: Readonly<Record<string, (amount: number, limit: number) => boolean>> = {
  ">": (amount, limit) => amount > limit,
  ">=": (amount, limit) => amount >= limit,
  "<": (amount, limit) => amount < limit,
  "<=": (amount, limit) => amount <= limit,
};

/**
 * The test of an amount pattern: `>1.00`, `>= 0.50 USD`, `>1.00 USD openai:*`. An amount or a currency that cannot be compared
 * counts against the call: deny and ask rules match it, allow rules do not. Returns `undefined` if the pattern is not a comparison.
 */
function moneyTest(pattern: string, verdict: VerdictKind): ((target: string) => boolean) | undefined {
  const [, comparison = "", limit = "", currency, payee] = PATTERN.exec(pattern.trim()) ?? [];
  const compare = COMPARE[comparison];
  if (compare === undefined) return undefined;
  const matchesPayee = payee === undefined ? () => true : compileWildcard(payee, "anywhere");
  const inDoubt = verdict !== "allow";
  return (target) => {
    const spend = readSpend(target);
    if (spend === undefined) return inDoubt;
    if (!matchesPayee(spend.payee)) return false;
    if (spend.amount === "unknown" || (currency !== undefined && currency !== spend.currency)) return inDoubt;
    return compare(spend.amount, Number(limit));
  };
}
