import type { Effect } from "../contract/effect.ts";
import type { Flow } from "../contract/flow.ts";
import type { Category, Risk, Source } from "../contract/tool.ts";
import { BUILTIN_WORDS, SERVER_MARK, serverPrefix } from "../contract/tool-family.ts";
import type { Rule } from "./rule.ts";
import { coveringRules, groupRules, type RuleGroup } from "./rule-group.ts";

/**
 * One set of rules in a judgement. `otherwise` is its verdict on a call that none of its rules cover: `default` uses the
 * built-in defaults (the global layer), `allow` does not object (a run's extra rules), `deny` makes the rules an allow list
 * (a skill's `allowed-tools`).
 */
export interface Layer {
  readonly name: string;
  readonly otherwise: "default" | "allow" | "deny";
  readonly file?: string;
  /** Its rules, if it consists of rules. Programs cannot reach what these withhold. */
  readonly rules?: readonly Rule[];
  /** The rules that cover a call of this tool with this effect. */
  covering(tool: ToolNames, effect: Effect | undefined, call?: CallOrigins): readonly Rule[];
  /** Whether a rule could allow a call of this tool, whatever its argument. Absent if there are no rules to check. */
  mentions?(tool: ToolNames): boolean;
}

/** The known origins of a call's arguments. */
export interface CallOrigins {
  /** Whether the user's words explain the call, so that a marked run may make it without a question. */
  isExplained(): boolean;
}

/** A tool as layers know it: its name, its aliases in rules, and its declared properties. */
export interface ToolNames {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly source?: Source;
  /** The server, file or API inside the source. */
  readonly origin?: string;
  readonly category?: Category;
  readonly risk?: Risk;
  readonly flow?: Flow;
  /** Who may call it. Default: everybody. */
  readonly callers?: readonly ("model" | "interface")[];
}

/** Indexes rules by tool, kind of effect and prefix of the pattern: judging costs the same with ten rules as with a thousand. */
export function createLayer(
  options: Pick<Layer, "name" | "otherwise" | "file"> & { rules: readonly Rule[] },
): Layer {
  const { rules, ...rest } = options;
  const byTool = grouped(rules, "tool");
  const byEffect = grouped(rules, "effect");
  const wild = rules.filter(({ subjectKind }) => subjectKind === "tools");
  // Tools without effects always get the same rules, and most calls of servers are calls of such tools.
  const withoutEffect = new WeakMap<ToolNames, readonly Rule[]>();
  const patternCache = new WeakMap<ToolNames, readonly Rule[]>();
  const mentioned = new WeakMap<ToolNames, boolean>();
  const permits = rules.filter(({ verdict }) => verdict !== "deny");
  return {
    ...rest,
    rules,
    // A rule for an effect applies to every tool that has it.
    mentions(tool) {
      const known = mentioned.get(tool) ?? isMentioned(tool);
      mentioned.set(tool, known);
      return known;
    },
    covering(tool, effect) {
      if (effect !== undefined) return coveringRulesOf(tool, effect);
      const known = withoutEffect.get(tool) ?? coveringRulesOf(tool, undefined);
      withoutEffect.set(tool, known);
      return known;
    },
  };

  function isMentioned(tool: ToolNames): boolean {
    const names = [tool.name, ...tool.aliases];
    return permits.some(
      ({ subjectKind, subject, matchesTool }) =>
        subjectKind === "effect" ||
        (subjectKind === "tools"
          ? names.some(matchesTool) && ownsPrefix(tool, subject)
          : names.includes(subject)),
    );
  }

  function coveringRulesOf(tool: ToolNames, effect: Effect | undefined): readonly Rule[] {
    const covering = all(tool, effect);
    if (!covering.some(({ family }) => family === true)) return covering;
    const decided = covering.some(({ family, tightensOnly }) => family !== true && tightensOnly !== true);
    return covering.flatMap((rule) => adaptFamilyRule(rule, { tool, decided }));
  }

  function all(tool: ToolNames, effect: Effect | undefined): readonly Rule[] {
    const own = byTool.get(tool.name)?.covering(effect) ?? NONE;
    const ofEffect = effect === undefined ? NONE : (byEffect.get(effect.kind)?.covering(effect) ?? NONE);
    const ofPatterns = coveringRules(patternRules(tool), effect);
    if (tool.aliases.length === 0 && ofEffect.length + ofPatterns.length === 0) return own;
    const ofAliases = tool.aliases.flatMap((name) => byTool.get(name)?.covering(effect) ?? NONE);
    return [...own, ...ofAliases, ...ofEffect, ...ofPatterns];
  }

  /** The rules with name patterns that match a tool. Cached per tool. */
  function patternRules(tool: ToolNames): readonly Rule[] {
    if (wild.length === 0) return NONE;
    const known = patternCache.get(tool);
    if (known !== undefined) return known;
    const names = [tool.name, ...tool.aliases];
    const matching = wild
      .filter(({ matchesTool }) => names.some(matchesTool))
      .flatMap((rule) => adaptPatternRule(rule, tool));
    patternCache.set(tool, matching);
    return matching;
  }
}

const NONE: readonly Rule[] = [];

/** Adapts a family rule to a tool: it is dropped if a narrower rule decides, and it does not turn on high-risk tools of other sources. */
function adaptFamilyRule(
  rule: Rule,
  { tool, decided }: { readonly tool: ToolNames; readonly decided: boolean },
): readonly Rule[] {
  if (rule.family !== true || rule.verdict === "deny") return [rule];
  if (decided) return NONE;
  const isOwn = tool.source === undefined || tool.source === "builtin" || tool.risk !== "high";
  return [isOwn ? rule : { ...rule, tightensOnly: true }];
}

/** Adapts a pattern rule to a tool of another source: it allows and enables nothing there, but may still deny or ask. */
function adaptPatternRule(rule: Rule, tool: ToolNames): readonly Rule[] {
  if (rule.verdict === "deny" || ownsPrefix(tool, rule.subject)) return [rule];
  return rule.verdict === "ask" ? [{ ...rule, tightensOnly: true }] : NONE;
}

function grouped(rules: readonly Rule[], kind: Rule["subjectKind"]): ReadonlyMap<string, RuleGroup> {
  const groups = Map.groupBy(
    rules.filter(({ subjectKind }) => subjectKind === kind),
    ({ subject }) => subject,
  );
  return new Map([...groups].map(([subject, members]) => [subject, groupRules(members)]));
}

/** Where a tool comes from, as far as known. */
interface ToolOrigin {
  readonly source?: Source;
  readonly origin?: string;
}

/**
 * Whether a name pattern refers to this tool's source: `memory__*` to the server `memory`, `browser_*` to built-in tools. The
 * author of a tool must not be able to place it under a rule written for another source by choosing its name.
 */
function ownsPrefix({ source, origin = "" }: ToolOrigin, pattern: string): boolean {
  const prefix = pattern.replace(/[*?][\s\S]*$/, "");
  if (prefix === "" || source === undefined || source === "builtin" || source === "skill") return true;
  if (source === "mcp") return prefix.startsWith(serverPrefix(origin));
  return !prefix.includes(SERVER_MARK) && !isBuiltinPrefix(prefix);
}

function isBuiltinPrefix(prefix: string): boolean {
  return BUILTIN_WORDS.some(
    (word) => word.startsWith(prefix) || prefix === word || prefix.startsWith(`${word}_`),
  );
}
