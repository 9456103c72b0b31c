import type { Effect } from "../contract/effect.ts";
import { commandReadings, possibleCommands, programAndSubcommand } from "./command-readings.ts";
import { mayStartAny } from "./opaque-program.ts";
import { type ArgumentTest, type Rule, targetFamily } from "./rule.ts";
import { urlReadings } from "./url-readings.ts";

/** Rules for the same tool or kind of effect. */
export interface RuleGroup {
  /** The rules that cover this effect, in the order in which they were written. */
  covering(effect: Effect | undefined): readonly Rule[];
}

const SMALL = 16;

/** Groups rules, so that finding the covering ones costs about the same with ten rules as with a thousand. */
export function groupRules(rules: readonly Rule[]): RuleGroup {
  if (rules.length <= SMALL) return { covering: (effect) => coveringRules(rules, effect) };
  const unscoped = rules.filter(({ argument }) => argument === undefined);
  const indexes = {
    path: prefixIndex(rules, "path"),
    url: prefixIndex(rules, "url"),
    table: prefixIndex(rules, "table"),
    text: prefixIndex(rules, "text"),
  };
  const restricting = rules.filter(({ argument, verdict }) => argument !== undefined && verdict !== "allow");
  const order = new Map(rules.map((rule, at) => [rule, at]));
  const inOrder = (a: Rule, b: Rule) => (order.get(a) ?? 0) - (order.get(b) ?? 0);
  return {
    covering(effect) {
      if (effect === undefined) return unscoped;
      // An opaque target, or one that covers more than itself, may match a pattern anywhere: every rule must be checked.
      if (effect.opaque === true || effect.accepted === true) return coveringRules(rules, effect);
      const readings = readingsOf(effect);
      const texts = [...readings.any, ...(readings.possible ?? [])];
      const near = new Set(texts.flatMap((text) => indexes[targetFamily(effect.kind)](text)));
      // Only rules near a reading can cover it. One more than those contains a rule that does not: the reason to ask.
      const others = readings.unsure === true ? restricting.slice(0, near.size + 1) : [];
      const long = restricting.filter(({ argument }) => isShortened(argument, readings));
      if (near.size + others.length + long.length === 0) return unscoped;
      const candidates = new Set([...unscoped, ...near, ...others, ...long]);
      return coveringRules([...candidates].sort(inOrder), effect, readings);
    },
  };
}

/** The rules of a list that cover an effect. Includes a rule that may cover an uncertain command, with the verdict `ask`. */
export function coveringRules(
  rules: readonly Rule[],
  effect: Effect | undefined,
  known?: Readings,
): readonly Rule[] {
  // Rules without an argument cover every effect, however its target is read.
  if (!rules.some(({ argument }) => argument !== undefined)) return rules;
  if (effect === undefined) return rules.filter((rule) => coversArgument(rule, effect));
  const readings = known ?? readingsOf(effect);
  const covering = rules.filter((rule) => coversArgument(rule, effect, readings));
  const { possible = [], unsure = false } = readings;
  if (effect.kind !== "command.run") return covering;
  const uncertain = rules.find(
    (rule) =>
      rule.verdict !== "allow" &&
      rule.argument !== undefined &&
      !covering.includes(rule) &&
      (unsure ||
        possible.some((target) => rule.argument?.matches({ ...effect, target })) ||
        isShortened(rule.argument, readings)),
  );
  return uncertain === undefined
    ? covering
    : [...covering, { ...uncertain, verdict: "ask", tightensOnly: true }];
}

/** Whether a command may be short for one that a pattern names: some programs take `npm publis` for `npm publish`. */
function isShortened(argument: ArgumentTest | undefined, { shortened = [] }: Readings): boolean {
  return shortened.some((short) =>
    argument?.prefixes.text.some(
      (whole) => whole.startsWith(short) && /[\w-]/.test(whole.charAt(short.length)),
    ),
  );
}

/** Whether a rule with a matching subject covers this effect. */
export function coversArgument(
  { argument, verdict }: Rule,
  effect: Effect | undefined,
  readings?: Readings,
): boolean {
  if (argument === undefined) return true;
  if (effect === undefined) return false;
  const { all, any } = readings ?? readingsOf(effect);
  const matches = (target: string) => argument.matches({ ...effect, target });
  // Doubt counts against the call: deny and ask rules match an opaque target, allow rules never do.
  if (effect.opaque === true) return verdict !== "allow" && (argument.occursIn(effect) || any.some(matches));
  if (verdict === "allow") return all.every(matches);
  return any.some(matches) || (effect.accepted === true && argument.reaches(effect));
}

/** Finds the rules whose pattern, up to its first wildcard, is a prefix of a target. There are few lengths to try. */
function prefixIndex(
  rules: readonly Rule[],
  family: keyof ArgumentTest["prefixes"],
): (target: string) => Rule[] {
  const entries = rules.flatMap((rule) =>
    (rule.argument?.prefixes[family] ?? []).map((prefix) => ({ prefix: foldCase(prefix, family), rule })),
  );
  const byPrefix = Map.groupBy(entries, ({ prefix }) => prefix);
  const lengths = [...new Set(entries.map(({ prefix }) => prefix.length))].sort((a, b) => a - b);
  return (target) => {
    const text = foldCase(target, family);
    const found: Rule[] = [];
    for (const length of lengths) {
      if (length > text.length) break;
      for (const { rule } of byPrefix.get(text.slice(0, length)) ?? []) found.push(rule);
    }
    return found;
  };
}

/** Rules that deny an address or a table do so regardless of case. */
function foldCase(text: string, family: keyof ArgumentTest["prefixes"]): string {
  return family === "url" || family === "table" ? text.toLowerCase() : text;
}

/** The ways in which a target can be read. */
interface Readings {
  /** An allow rule must match every one of these. */
  readonly all: readonly string[];
  /** A deny or ask rule may match any one of these. */
  readonly any: readonly string[];
  /** A deny or ask rule that matches one of these is a reason to ask. */
  readonly possible?: readonly string[];
  /** The program and its subcommand, which may be cut short. A deny or ask rule about a longer one is a reason to ask. */
  readonly shortened?: readonly string[];
  /** Whether the command may do anything at all, so that every deny or ask rule is a reason to ask. */
  readonly unsure?: boolean;
}

/** Every way in which the target of an effect can be read. Paths are canonical and have only one. */
function readingsOf({ kind, target, opaque, program }: Effect): Readings {
  if (kind === "command.run") {
    const names = program === undefined ? [target] : [target, target.replace(/^[^ ]+/, () => program)];
    const possible = opaque === true ? [] : names.flatMap(possibleCommands);
    const any = names.flatMap((name) => commandReadings(name, opaque === true));
    const shortened = any.flatMap((reading) => programAndSubcommand(reading) ?? []);
    const unsure = opaque === true || names.some(mayStartAny);
    return { all: [target], any, possible, shortened, unsure };
  }
  if (kind.startsWith("host.")) return urlReadings(target);
  return { all: [target], any: [target] };
}
