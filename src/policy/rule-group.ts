import type { Effect } from "../contract/effect.ts";
import { commandReadings, possibleCommands } from "./command-readings.ts";
import { mayStartAny } from "./opaque-program.ts";
import { type ArgumentTest, type Rule, targetFamily } from "./rule.ts";
import { urlReadings } from "./url-readings.ts";

/** Rules about the same tool or kind of effect. */
export interface RuleGroup {
  /** Those that cover this effect, in the order in which they were written. */
  covering(effect: Effect | undefined): readonly Rule[];
}

const SMALL = 16;

/** Groups rules, so that finding those which cover an effect costs about the same with ten as with a thousand. */
export function groupRules(rules: readonly Rule[]): RuleGroup {
  if (rules.length <= SMALL) return { covering: (effect) => coveringRules(rules, effect) };
  const unscoped = rules.filter(({ argument }) => argument === undefined);
  const indexes = {
    path: prefixIndex(rules, "path"),
    url: prefixIndex(rules, "url"),
    table: prefixIndex(rules, "table"),
    text: prefixIndex(rules, "text"),
  };
  const order = new Map(rules.map((rule, at) => [rule, at]));
  const inOrder = (a: Rule, b: Rule) => (order.get(a) ?? 0) - (order.get(b) ?? 0);
  return {
    covering(effect) {
      if (effect === undefined) return unscoped;
      // What cannot be known whole, or stands for more than itself, may hold a pattern anywhere: only looking at each is safe.
      if (effect.opaque === true || effect.accepted === true) return coveringRules(rules, effect);
      const readings = readingsOf(effect);
      if (readings.unsure === true || (readings.possible ?? []).length > 0)
        return coveringRules(rules, effect);
      const near = new Set(readings.any.flatMap((text) => indexes[targetFamily(effect.kind)](text)));
      const scoped = [...near].filter((rule) => coversArgument(rule, effect, readings));
      return scoped.length === 0 ? unscoped : [...new Set([...unscoped, ...scoped])].sort(inOrder);
    },
  };
}

/** The rules of a list that cover an effect. A rule that may cover what cannot be known whole is among them, to ask. */
export function coveringRules(rules: readonly Rule[], effect: Effect | undefined): readonly Rule[] {
  // Rules without an argument cover every effect: how its target may be read decides nothing.
  if (!rules.some(({ argument }) => argument !== undefined)) return rules;
  if (effect === undefined) return rules.filter((rule) => coversArgument(rule, effect));
  const readings = readingsOf(effect);
  const covering = rules.filter((rule) => coversArgument(rule, effect, readings));
  const { possible = [], unsure = false } = readings;
  if (effect.kind !== "command.run" || (!unsure && possible.length === 0)) return covering;
  const doubted = rules.find(
    (rule) =>
      rule.verdict !== "allow" &&
      rule.argument !== undefined &&
      !covering.includes(rule) &&
      (unsure || possible.some((target) => rule.argument?.matches({ ...effect, target }))),
  );
  return doubted === undefined ? covering : [...covering, { ...doubted, verdict: "ask", tightensOnly: true }];
}

/** Whether a rule whose subject fits covers this effect. */
export function coversArgument(
  { argument, verdict }: Rule,
  effect: Effect | undefined,
  readings?: Readings,
): boolean {
  if (argument === undefined) return true;
  if (effect === undefined) return false;
  const { all, any } = readings ?? readingsOf(effect);
  const matches = (target: string) => argument.matches({ ...effect, target });
  // A doubt counts against the call: what cannot be known whole is caught by deny and ask, and vouched for by nothing.
  if (effect.opaque === true) return verdict !== "allow" && (argument.occursIn(effect) || any.some(matches));
  if (verdict === "allow") return all.every(matches);
  return any.some(matches) || (effect.accepted === true && argument.reaches(effect));
}

/** Finds the rules whose pattern begins, up to its first wildcard, like a target. There are few lengths to try. */
function prefixIndex(
  rules: readonly Rule[],
  family: keyof ArgumentTest["prefixes"],
): (target: string) => Rule[] {
  const entries = rules.flatMap((rule) =>
    (rule.argument?.prefixes[family] ?? []).map((prefix) => ({ prefix: folded(prefix, family), rule })),
  );
  const byPrefix = Map.groupBy(entries, ({ prefix }) => prefix);
  const lengths = [...new Set(entries.map(({ prefix }) => prefix.length))].sort((a, b) => a - b);
  return (target) => {
    const text = folded(target, family);
    const found: Rule[] = [];
    for (const length of lengths) {
      if (length > text.length) break;
      for (const { rule } of byPrefix.get(text.slice(0, length)) ?? []) found.push(rule);
    }
    return found;
  };
}

/** Rules that forbid an address or a table do so in any case of letters. */
function folded(text: string, family: keyof ArgumentTest["prefixes"]): string {
  return family === "url" || family === "table" ? text.toLowerCase() : text;
}

/** The ways in which a target can be read. */
interface Readings {
  /** A rule that allows must match every one of these. */
  readonly all: readonly string[];
  /** A rule that forbids or asks may match any one of these. */
  readonly any: readonly string[];
  /** A rule that forbids or asks and matches one of these is a reason to ask. */
  readonly possible?: readonly string[];
  /** Whether it may come to anything at all, so that every rule that forbids or asks is a reason to ask. */
  readonly unsure?: boolean;
}

/** Every way in which the target of an effect can be read. Paths have one true spelling and need no other. */
function readingsOf({ kind, target, opaque, program }: Effect): Readings {
  if (kind === "command.run") {
    const names = program === undefined ? [target] : [target, target.replace(/^[^ ]+/, () => program)];
    const possible = opaque === true ? [] : names.flatMap(possibleCommands);
    const any = names.flatMap((name) => commandReadings(name, opaque === true));
    return { all: [target], any, possible, unsure: opaque === true || names.some(mayStartAny) };
  }
  if (kind.startsWith("host.")) return urlReadings(target);
  return { all: [target], any: [target] };
}
