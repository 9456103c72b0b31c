import type { Effect } from "../contract/effect.ts";
import type { Flow } from "../contract/flow.ts";
import type { Category, Risk, Source } from "../contract/tool.ts";
import { BUILTIN_WORDS, SERVER_MARK, serverPrefix } from "../contract/tool-family.ts";
import type { Rule } from "./rule.ts";
import { coveringRules, groupRules, type RuleGroup } from "./rule-group.ts";

/**
 * One voice in the judgement. `otherwise` is what it says of a call that none of its rules cover: `default` falls to the
 * built-in defaults (the global layer), `allow` has no objection (a run's extra rules), `deny` makes the rules a list of
 * all that may be done (a skill's `allowed-tools`).
 */
export interface Layer {
  readonly name: string;
  readonly otherwise: "default" | "allow" | "deny";
  readonly file?: string;
  /** Its rules, where it is made of some; programs are kept from what they withhold. */
  readonly rules?: readonly Rule[];
  /** The rules that cover a call of this tool with this effect. */
  covering(tool: ToolNames, effect: Effect | undefined, call?: CallOrigins): readonly Rule[];
  /** Whether a rule could let a call of this tool through, whatever its argument. Left out where there are no rules to look at. */
  mentions?(tool: ToolNames): boolean;
}

/** What is known of where the arguments of a call came from. */
export interface CallOrigins {
  /** Whether the user's words explain the call, so that a marked run may make it without a question. */
  isExplained(): boolean;
}

/** A tool as layers know it: its name, the other names that a rule may use for it, and what it says of itself. */
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

/** Indexes rules by tool, kind of effect and beginning of the pattern: judging costs the same with ten as with a thousand. */
export function createLayer(
  options: Pick<Layer, "name" | "otherwise" | "file"> & { rules: readonly Rule[] },
): Layer {
  const { rules, ...rest } = options;
  const byTool = grouped(rules, "tool");
  const byEffect = grouped(rules, "effect");
  const wild = rules.filter(({ subjectKind }) => subjectKind === "tools");
  // Tools without effects are judged the same each time, and most calls of servers are calls of such tools.
  const withoutEffect = new WeakMap<ToolNames, readonly Rule[]>();
  const fitting = new WeakMap<ToolNames, readonly Rule[]>();
  const permits = rules.filter(({ verdict }) => verdict !== "deny");
  return {
    ...rest,
    rules,
    // A rule for an effect is for every tool that has it.
    mentions: (tool) =>
      permits.some(
        ({ subjectKind, subject, matchesTool }) =>
          subjectKind === "effect" ||
          (subjectKind === "tools"
            ? [tool.name, ...tool.aliases].some(matchesTool) && ownsPrefix(tool, subject)
            : [tool.name, ...tool.aliases].includes(subject)),
      ),
    covering(tool, effect) {
      if (effect !== undefined) return found(tool, effect);
      const known = withoutEffect.get(tool) ?? found(tool, undefined);
      withoutEffect.set(tool, known);
      return known;
    },
  };

  function found(tool: ToolNames, effect: Effect | undefined): readonly Rule[] {
    const covering = all(tool, effect);
    if (!covering.some(({ family }) => family === true)) return covering;
    const decided = covering.some(({ family, tightensOnly }) => family !== true && tightensOnly !== true);
    return covering.flatMap((rule) => ofFamily(rule, { tool, decided }));
  }

  function all(tool: ToolNames, effect: Effect | undefined): readonly Rule[] {
    const own = byTool.get(tool.name)?.covering(effect) ?? NONE;
    const ofEffect = effect === undefined ? NONE : (byEffect.get(effect.kind)?.covering(effect) ?? NONE);
    const ofPatterns = coveringRules(fittingPatterns(tool), effect);
    if (tool.aliases.length === 0 && ofEffect.length + ofPatterns.length === 0) return own;
    const ofAliases = tool.aliases.flatMap((name) => byTool.get(name)?.covering(effect) ?? NONE);
    return [...own, ...ofAliases, ...ofEffect, ...ofPatterns];
  }

  /** The rules for patterns of names that fit a tool, found once for each. */
  function fittingPatterns(tool: ToolNames): readonly Rule[] {
    if (wild.length === 0) return NONE;
    const known = fitting.get(tool);
    if (known !== undefined) return known;
    const names = [tool.name, ...tool.aliases];
    const found = wild
      .filter(({ matchesTool }) => names.some(matchesTool))
      .flatMap((rule) => bound(rule, tool));
    fitting.set(tool, found);
    return found;
  }
}

const NONE: readonly Rule[] = [];

/** What a rule of a family says of a tool: nothing where a narrower rule decides, and no high-risk tool of others is turned on. */
function ofFamily(
  rule: Rule,
  { tool, decided }: { readonly tool: ToolNames; readonly decided: boolean },
): readonly Rule[] {
  if (rule.family !== true || rule.verdict === "deny") return [rule];
  if (decided) return NONE;
  const isOwn = tool.source === undefined || tool.source === "builtin" || tool.risk !== "high";
  return [isOwn ? rule : { ...rule, tightensOnly: true }];
}

/** A rule for tools of another source allows and enables nothing here; it may still forbid or ask. */
function bound(rule: Rule, tool: ToolNames): readonly Rule[] {
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

/** Where a tool comes from, as far as it is known. */
interface ToolOrigin {
  readonly source?: Source;
  readonly origin?: string;
}

/**
 * Whether a pattern of tool names speaks of this tool's source: `memory__*` of the server `memory`, `browser_*` of built-in
 * tools. Anyone who names a tool must not be able to place it under a rule that was written for another source.
 */
function ownsPrefix({ source, origin = "" }: ToolOrigin, pattern: string): boolean {
  const prefix = pattern.replace(/[*?][\s\S]*$/, "");
  if (prefix === "" || source === undefined || source === "builtin" || source === "skill") return true;
  if (source === "mcp") return prefix.startsWith(serverPrefix(origin));
  return !prefix.includes(SERVER_MARK) && !speaksOfBuiltins(prefix);
}

function speaksOfBuiltins(prefix: string): boolean {
  return BUILTIN_WORDS.some(
    (word) => word.startsWith(prefix) || prefix === word || prefix.startsWith(`${word}_`),
  );
}
