import type { Effect } from "../contract/effect.ts";
import type { Risk } from "../contract/tool.ts";
import type { Reason, Verdict } from "../contract/verdict.ts";
import { strictest } from "./defaults.ts";
import { FAMILIES } from "./family-members.ts";
import { type JudgedCall, judge, NAMES_SELF_STARTING, STILL_ASKS } from "./judge.ts";
import type { Layer, ToolNames } from "./layer.ts";

/** A verdict with the reasons that decided it and the smallest changes that would change it. */
export interface Explanation extends Verdict {
  readonly decided: readonly Reason[];
  readonly change: readonly string[];
}

/** The config files besides the folder's own. The commands that change their rules need a flag. */
export interface OtherFiles {
  readonly user?: string;
  readonly team?: string;
}

/** Explains why a call got its verdict, and what would change it. */
export function explainVerdict(
  call: JudgedCall,
  { verdict, reasons }: Verdict,
  files: OtherFiles = {},
): Explanation {
  const decided = reasons.filter((reason) => reason.effect === verdict);
  return {
    verdict,
    reasons,
    decided,
    change: verdict === "allow" ? [tighten(call, decided)] : [...new Set(decided.map(loosen(call, files)))],
  };
}

/** A rule about the whole tool that asks gives way to a narrower one that allows, so the narrower one is named. */
function tighten({ tool }: JudgedCall, decided: readonly Reason[]): string {
  const narrow = decided.find(({ layer, rule }) => layer === GLOBAL && hasArgument(rule));
  const rule = narrow === undefined ? tool.name : quoted(narrow.rule);
  return `To be asked each time: dejima policy ask ${rule}; to forbid it: dejima policy deny ${rule}`;
}

const loosen =
  (call: JudgedCall, files: OtherFiles) =>
  (reason: Reason): string => {
    const { layer, rule, effect, file, message } = reason;
    const { tool } = call;
    const about = effectOf(call, message);
    if (about?.opaque === true && effect === "ask") return UNKNOWABLE;
    const scoped = quoted(scopedRule(call, about));
    if (rule.startsWith("default for")) {
      return effect === "deny"
        ? `To turn it on with a question each time: dejima policy ask ${tool.name}; without one: dejima policy allow ${scoped}`
        : `To allow it without a question: dejima policy allow ${scoped}`;
    }
    if (rule === "not listed")
      return `List "${tool.name}" under allowed-tools of the ${layer}, and accept it again`;
    if (layer !== GLOBAL) return `Remove or narrow "${rule}" in ${file ?? `the ${layer} layer`}`;
    const named = `${quoted(rule)}${flagFor(file, files)}`;
    if (effect === "deny") return `To remove the rule that forbids it: dejima policy forget ${named}`;
    const exception = exceptionTo(reason, call, about);
    return exception === undefined
      ? `To allow it without a question: dejima policy forget ${named}, then: dejima policy allow ${scoped}`
      : `To allow it without a question: dejima policy allow ${quoted(exception)}`;
  };

/** The layer whose rules the `policy` commands change. */
const GLOBAL = "global";

const hasArgument = (rule: string) => /\(.+\)$/s.test(rule);

export const quoted = (rule: string) => `'${rule.replaceAll("'", "'\\''")}'`;

export function flagFor(file: string | undefined, { user, team }: OtherFiles): string {
  const isIn = (other: string | undefined) =>
    other !== undefined && (file === other || file?.startsWith(`${other}:`) === true);
  return isIn(user) ? " --user" : isIn(team) ? " --team" : "";
}

/** The narrowest rule that allows an effect while the rule that asks stays. Returns `undefined` if that rule must go first. */
function exceptionTo(
  { rule, message }: Reason,
  call: JudgedCall,
  about: Effect | undefined,
): string | undefined {
  const scoped = scopedRule(call, about);
  if (message.includes(NAMES_SELF_STARTING)) return scoped;
  // An allow rule without an argument would still ask, because of a narrower rule beside it.
  if (hasArgument(rule) || message.includes(STILL_ASKS)) return undefined;
  if (FAMILIES.has(rule)) return scoped;
  if (rule === about?.kind) return `${rule}${scoped.slice(scoped.indexOf("("))}`;
  return scoped === rule || scoped.startsWith(`${rule}(`) ? scoped : undefined;
}

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
  const others = reasons.filter(({ layer }) => layer !== GLOBAL);
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
