import type { Effect } from "../contract/effect.ts";
import type { Risk } from "../contract/tool.ts";
import type { Reason, Verdict } from "../contract/verdict.ts";
import { strictest } from "./defaults.ts";
import { type JudgedCall, judge } from "./judge.ts";
import type { Layer, ToolNames } from "./layer.ts";

/** A verdict with the reasons that decided it and the smallest changes that would change it. */
export interface Explanation extends Verdict {
  readonly decided: readonly Reason[];
  readonly change: readonly string[];
}

/** Explains why a call got its verdict, and what would change it. */
export function explainVerdict(call: JudgedCall, { verdict, reasons }: Verdict): Explanation {
  const decided = reasons.filter((reason) => reason.effect === verdict);
  return {
    verdict,
    reasons,
    decided,
    change: verdict === "allow" ? tighten(call) : [...new Set(decided.map(loosen(call)))],
  };
}

function tighten({ tool }: JudgedCall): string[] {
  return [
    `To be asked each time: dejima policy ask ${tool.name}; to forbid it: dejima policy deny ${tool.name}`,
  ];
}

const loosen =
  (call: JudgedCall) =>
  ({ layer, rule, effect, file, message }: Reason): string => {
    const { tool } = call;
    const about = effectOf(call, message);
    if (about?.opaque === true && effect === "ask") return UNKNOWABLE;
    const scoped = scopedRule(call, about);
    if (rule.startsWith("default for")) {
      return effect === "deny"
        ? `To turn it on with a question each time: dejima policy ask ${tool.name}; without one: dejima policy allow '${scoped}'`
        : `To allow it without a question: dejima policy allow '${scoped}'`;
    }
    if (rule === "not listed")
      return `List "${tool.name}" under allowed-tools of the ${layer}, and accept it again`;
    const place = file === undefined ? `the ${layer} layer` : file;
    return effect === "deny"
      ? `Remove or narrow "${rule}" in ${place}`
      : `Remove or narrow "${rule}" in ${place}, then: dejima policy allow '${scoped}'`;
  };

/** No pattern matches an opaque command, so no rule is suggested that would never match. */
const UNKNOWABLE =
  "No rule with a pattern can allow it: redirections, variables, substitutions and quoted blanks are only known while it runs. Without them a rule can";

/** The effect that a reason refers to. */
function effectOf({ effects }: JudgedCall, message: string): Effect | undefined {
  const named = effects.filter(({ kind, target }) => message.startsWith(`${kind} ${target}`));
  return named.sort((a, b) => b.target.length - a.target.length)[0] ?? effects[0];
}

/** The narrowest rule for an effect. A rule of the tool only matches effects of the tool's main kind. */
function scopedRule({ tool, effects }: JudgedCall, about: Effect | undefined): string {
  const [main] = effects;
  if (main === undefined || about === undefined) return tool.name;
  const { kind, target } = about;
  return `${kind === main.kind ? tool.name : kind}(${target.length > 120 ? `${target.slice(0, 120)}*` : target})`;
}

/** A call as the log recorded it when it was judged. */
interface RecordedCall {
  readonly tool: ToolNames & { readonly risk: Risk };
  readonly effects: readonly Effect[];
  readonly reasons: readonly Reason[];
}

/** How other global rules would judge a recorded call. The recorded reasons of all other layers still apply. */
export function rejudge({ tool, effects, reasons }: RecordedCall, global: Layer): Verdict {
  const { verdict, reasons: globalReasons } = judge({ tool, effects }, [global]);
  const others = reasons.filter(({ layer }) => layer !== "global");
  return {
    verdict: others.reduce((strict, { effect }) => strictest(strict, effect), verdict),
    reasons: [...globalReasons, ...others],
  };
}

/**
 * The narrowest rule that covers a call and similar ones: exactly the command, the folder of a file (but never the whole
 * workspace), the host of an address. Returns `undefined` if the effects have no rule in common.
 */
export function suggestRule(
  { tool, effects }: { tool: string; effects: readonly Effect[] },
  folder: string,
): string | undefined {
  const relevant = effects.filter(({ accepted, mounted }) => accepted !== true && mounted !== true); // these need no rule
  const patterns = new Set(relevant.map((effect) => patternOf(effect, folder)));
  const [only] = patterns;
  return patterns.size === 1 && only !== undefined ? `${tool}(${only})` : undefined;
}

function patternOf({ kind, target, opaque }: Effect, folder: string): string | undefined {
  // A star in a name would act as a pattern and cover more than was approved.
  if (opaque === true || /[*?]/.test(target)) return undefined;
  if (kind === "command.run") return target;
  if (kind.startsWith("host.")) {
    const origin = URL.parse(target)?.origin;
    return origin === undefined ? undefined : `${origin}/**`;
  }
  if (!kind.startsWith("file.")) return undefined;
  const inside = target.startsWith(`${folder}/`);
  const shown = inside ? `./${target.slice(folder.length + 1)}` : target;
  const parent = shown.slice(0, shown.lastIndexOf("/"));
  return parent === "." || parent === "" ? shown : `${parent}/**`;
}
