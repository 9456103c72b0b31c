import type { Effect } from "../contract/effect.ts";
import { type ArgumentTest, type Rule, targetFamily } from "./rule.ts";

/** Rules about the same tool or kind of effect. */
export interface RuleGroup {
  /** Those that cover this effect, in the order in which they were written. */
  covering(effect: Effect | undefined): readonly Rule[];
}

const SMALL = 16;

/** Groups rules, so that finding those which cover an effect costs about the same with ten as with a thousand. */
export function groupRules(rules: readonly Rule[]): RuleGroup {
  if (rules.length <= SMALL)
    return { covering: (effect) => rules.filter((rule) => coversArgument(rule, effect)) };
  const unscoped = rules.filter(({ argument }) => argument === undefined);
  const indexes = {
    path: prefixIndex(rules, "path"),
    url: prefixIndex(rules, "url"),
    text: prefixIndex(rules, "text"),
  };
  const order = new Map(rules.map((rule, at) => [rule, at]));
  const inOrder = (a: Rule, b: Rule) => (order.get(a) ?? 0) - (order.get(b) ?? 0);
  return {
    covering(effect) {
      if (effect === undefined) return unscoped;
      // What cannot be known whole, or stands for more than itself, may hold a pattern anywhere: only looking at each is safe.
      if (effect.opaque === true || effect.accepted === true || byName(effect) !== undefined)
        return rules.filter((rule) => coversArgument(rule, effect));
      const scoped = indexes[targetFamily(effect.kind)](effect.target).filter((rule) =>
        coversArgument(rule, effect),
      );
      return scoped.length === 0 ? unscoped : [...new Set([...unscoped, ...scoped])].sort(inOrder);
    },
  };
}

/** Whether a rule whose subject fits covers this effect. */
export function coversArgument({ argument, verdict }: Rule, effect: Effect | undefined): boolean {
  if (argument === undefined) return true;
  if (effect === undefined) return false;
  // A doubt counts against the call: what cannot be known whole is caught by deny and ask, and vouched for by nothing.
  if (effect.opaque === true) return verdict !== "allow" && argument.occursIn(effect);
  if (effect.accepted === true && verdict !== "allow") return argument.reaches(effect);
  if (argument.matches(effect)) return true;
  const named = verdict === "allow" ? undefined : byName(effect);
  return named !== undefined && argument.matches(named);
}

/** A program that was named by its place, by its name alone: `/bin/rm x` is `rm x` to whoever forbids that. */
function byName(effect: Effect): Effect | undefined {
  if (effect.kind !== "command.run") return undefined;
  const target = effect.target.replace(/^[^ ]*\//, "");
  return target === effect.target ? undefined : { ...effect, target };
}

/** Finds the rules whose pattern begins, up to its first wildcard, like a target. There are few lengths to try. */
function prefixIndex(
  rules: readonly Rule[],
  family: keyof ArgumentTest["prefixes"],
): (target: string) => Rule[] {
  const entries = rules.flatMap((rule) =>
    (rule.argument?.prefixes[family] ?? []).map((prefix) => ({ prefix, rule })),
  );
  const byPrefix = Map.groupBy(entries, ({ prefix }) => prefix);
  const lengths = [...new Set(entries.map(({ prefix }) => prefix.length))].sort((a, b) => a - b);
  return (target) => {
    const found: Rule[] = [];
    for (const length of lengths) {
      if (length > target.length) break;
      for (const { rule } of byPrefix.get(target.slice(0, length)) ?? []) found.push(rule);
    }
    return found;
  };
}
