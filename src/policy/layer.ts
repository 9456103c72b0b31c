import type { Effect } from "../contract/effect.ts";
import type { Source } from "../contract/tool.ts";
import type { Rule } from "./rule.ts";

/**
 * One voice in the judgement. `otherwise` is what it says of a call that none of its rules cover: `default` falls to the
 * built-in defaults (the global layer), `allow` has no objection (a run's extra rules), `deny` makes the rules a list of
 * all that may be done (a skill's `allowed-tools`).
 */
export interface Layer {
  readonly name: string;
  readonly otherwise: "default" | "allow" | "deny";
  readonly file?: string;
  /** The rules that cover a call of this tool with this effect. */
  covering(tool: ToolNames, effect: Effect | undefined): readonly Rule[];
}

/** A tool as layers know it: its name, the other names that a rule may use for it, and what it says of itself. */
export interface ToolNames {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly source?: Source;
  readonly sendsOut?: boolean;
}

/** Indexes rules by tool, so that judging costs the same with ten rules as with a thousand. */
export function createLayer(
  options: Pick<Layer, "name" | "otherwise" | "file"> & { rules: readonly Rule[] },
): Layer {
  const { rules, ...rest } = options;
  const byTool = Map.groupBy(
    rules.filter((rule) => rule.subjectKind === "tool"),
    (rule) => rule.subject,
  );
  const general = rules.filter((rule) => rule.subjectKind !== "tool");
  return {
    ...rest,
    covering(tool, effect) {
      const named = tool.aliases.length === 0 ? (byTool.get(tool.name) ?? NONE) : allNamed(byTool, tool);
      if (named.length === 0 && general.length === 0) return NONE;
      return [...named, ...general].filter((rule) => covers(rule, tool, effect));
    },
  };
}

const NONE: readonly Rule[] = [];

function allNamed(byTool: ReadonlyMap<string, readonly Rule[]>, tool: ToolNames): readonly Rule[] {
  return [tool.name, ...tool.aliases].flatMap((name) => byTool.get(name) ?? []);
}

function covers(rule: Rule, tool: ToolNames, effect: Effect | undefined): boolean {
  if (rule.subjectKind === "effect") {
    if (effect?.kind !== rule.subject) return false;
  } else if (rule.subjectKind === "tools" && ![tool.name, ...tool.aliases].some(rule.matchesTool))
    return false;
  if (rule.argument === undefined) return true;
  if (effect === undefined) return false;
  // A doubt counts against the call: what cannot be known whole is caught by deny and ask, and vouched for by nothing.
  if (effect.opaque === true) return rule.verdict !== "allow" && rule.argument.occursIn(effect);
  return rule.argument.matches(effect);
}
