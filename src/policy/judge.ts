import { type Effect, type EffectKind, judgedEffects } from "../contract/effect.ts";
import { SPEND_TOOL } from "../contract/figures/spend.ts";
import { selfStarting } from "../contract/self-starting/self-starting.ts";
import type { Risk } from "../contract/tool.ts";
import type { Reason, Verdict, VerdictKind } from "../contract/verdict.ts";
import { defaultVerdict, isSecretRead, strictest } from "./defaults.ts";
import type { CallOrigins, Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";

/** A call as the policy sees it: the tool, and its effects in canonical spelling. */
export interface JudgedCall {
  readonly tool: ToolNames & { readonly risk: Risk };
  readonly effects: readonly Effect[];
  /** Where its arguments came from. If absent, every argument counts as unexplained. */
  readonly explanation?: CallOrigins | undefined;
}

/**
 * Decides whether a call may run. Each layer judges each effect, and the strictest verdict wins, so a layer can only tighten.
 * Without layers nothing is allowed: deny.
 */
export function judge(call: JudgedCall, layers: readonly Layer[]): Verdict {
  if (layers.length === 0) {
    return {
      verdict: "deny",
      reasons: [reason("none", "no policy", "deny", "No policy layer is set, so nothing may run")],
    };
  }
  const effects = judgedEffects(call.effects);
  const reasons: Reason[] = [];
  let verdict: VerdictKind = "allow";
  for (const layer of layers) {
    for (const effect of effects) verdict = strictest(verdict, judgeEffect(call, effect, layer, reasons));
  }
  return { verdict, reasons: reasons.length > 1 ? distinct(reasons) : reasons };
}

function judgeEffect(
  call: JudgedCall,
  effect: Effect | undefined,
  layer: Layer,
  reasons: Reason[],
): VerdictKind {
  const covering = layer.covering(call.tool, effect, call.explanation);
  if (covering.length === 0) return judgeUncovered(call, effect, layer, reasons);
  const rules = withoutGeneral(call.tool.name === SPEND_TOOL ? covering.filter(namesSpend) : covering);
  const deciding = rules.some((rule) => rule.tightensOnly !== true);
  const starts = effect === undefined ? undefined : selfStartingReason(effect);
  const named = starts !== undefined && rules.some((rule) => namesSelfStarting(rule));
  let verdict: VerdictKind = deciding ? "allow" : judgeUncovered(call, effect, layer, reasons);
  for (const rule of rules) {
    const wanted =
      layer.otherwise === "default"
        ? weakenAllow(rule, call, effect, named ? undefined : starts)
        : { verdict: rule.verdict, note: "" };
    verdict = strictest(verdict, wanted.verdict);
    reasons.push(
      reason(
        layer.name,
        rule.text,
        wanted.verdict,
        `${touches(effect)}${wanted.note}${uncertaintyNote(rule)}`,
        rule.file ?? layer.file,
      ),
    );
  }
  return verdict;
}

/**
 * `safe: t(pattern)` beside `confirm: t` in one layer means: allow what the pattern matches, ask about the rest of the tool.
 * Rules that ask about a part of the tool, and all deny rules, stay.
 */
function withoutGeneral(rules: readonly Rule[]): readonly Rule[] {
  const narrow = rules.filter(({ verdict, argument }) => verdict === "allow" && argument !== undefined);
  if (narrow.length === 0) return rules;
  return rules.filter(
    ({ verdict, argument, subject, subjectKind }) =>
      verdict !== "ask" ||
      argument !== undefined ||
      !narrow.some((rule) => rule.subject === subject && rule.subjectKind === subjectKind),
  );
}

/**
 * Whether a rule limits the cost of model calls: it names an amount or a model, or the tool that stands for model calls. A rule
 * about spending in general applies to tools only, because a person has chosen the model.
 */
export function namesSpend({ argument, subjectKind }: Rule): boolean {
  return subjectKind === "tool" || (subjectKind === "effect" && argument !== undefined);
}

function uncertaintyNote({ tightensOnly }: Rule): string {
  return tightensOnly === true ? "; whether the rule means this cannot be ruled out" : "";
}

/** Notes of rules that allow but ask for this call. They say which rule would allow it. */
export const NAMES_SELF_STARTING =
  "a general rule does not allow it, only one that names this file or its folder";
export const STILL_ASKS = "a rule without an argument enables it but still asks";

// Writing, deleting and sending still ask if a rule only names the tool: the rule must say what may be touched. Writing a
// self-starting file still asks unless a rule names the file or its folder.
function weakenAllow(
  rule: Rule,
  call: JudgedCall,
  effect: Effect | undefined,
  starts: string | undefined,
): { verdict: VerdictKind; note: string } {
  if (rule.verdict === "allow" && starts !== undefined)
    return {
      verdict: "ask",
      note: `; ${starts}, so ${NAMES_SELF_STARTING}`,
    };
  const off =
    (effect?.accepted !== true && defaultVerdict(call.tool.risk, effect).verdict === "deny") ||
    (effect !== undefined && isSecretRead(effect));
  if (rule.verdict !== "allow" || rule.argument !== undefined || !off)
    return { verdict: rule.verdict, note: "" };
  return {
    verdict: "ask",
    note: `; ${STILL_ASKS}, ${call.tool.name}(pattern) would allow what it matches`,
  };
}

function judgeUncovered(
  call: JudgedCall,
  effect: Effect | undefined,
  layer: Layer,
  reasons: Reason[],
): VerdictKind {
  if (layer.otherwise === "allow" || effect?.mounted === true) return "allow";
  if (effect?.accepted === true && !isSecretRead(effect)) {
    reasons.push(reason(layer.name, "accepted with the skill", "allow", touches(effect)));
    return "allow";
  }
  if (layer.otherwise === "deny") {
    reasons.push(
      reason(
        layer.name,
        "not listed",
        "deny",
        `${touches(effect)}; ${layer.name} does not list it`,
        layer.file,
      ),
    );
    return "deny";
  }
  const { verdict, rule } = defaultVerdict(call.tool.risk, effect);
  const off = verdict === "deny" ? `; ${turnedOff(call.tool.name, effect)}` : "";
  reasons.push(reason(layer.name, rule, verdict, `${touches(effect)}${off}`));
  return verdict;
}

/** What is off without a rule, in words. */
const OFF: Readonly<Partial<Record<EffectKind, string>>> = {
  "file.write": "writing files",
  "file.delete": "deleting files",
  "host.send": "sending data",
  "message.send": "sending messages",
  "money.spend": "spending money",
  "db.insert": "changing databases",
  "db.update": "changing databases",
  "db.delete": "changing databases",
  "db.schema": "changing databases",
  "db.call": "changing databases",
};

function turnedOff(tool: string, effect: Effect | undefined): string {
  const what = (effect === undefined ? undefined : OFF[effect.kind]) ?? "this tool";
  return `${what} is turned off here. To turn it on and be asked each time: dejima policy ask ${tool}`;
}

function touches(effect: Effect | undefined): string {
  if (effect === undefined) return "declares no effects";
  const target = effect.target.length > 200 ? `${effect.target.slice(0, 200)}…` : effect.target;
  return `${effect.kind} ${target}`;
}

function reason(layer: string, rule: string, effect: VerdictKind, message: string, file?: string): Reason {
  return file === undefined ? { layer, rule, effect, message } : { layer, rule, effect, message, file };
}

function distinct(reasons: readonly Reason[]): Reason[] {
  const seen = new Map(
    reasons.map((each) => [`${each.layer}\0${each.rule}\0${each.effect}\0${each.message}`, each]),
  );
  return [...seen.values()];
}

/** What a write would start, in words. Returns `undefined` if the file is not self-starting. */
function selfStartingReason({ kind, target }: Effect): string | undefined {
  return kind === "file.write" ? selfStarting(target)?.why : undefined;
}

/** Whether a rule names self-starting files explicitly: by the file's name, or by a folder of such files. */
function namesSelfStarting({ verdict, argument }: Rule): boolean {
  if (verdict !== "allow" || argument === undefined) return false;
  const names = argument.pattern.replace(/\/$/, "/**").split("/");
  if (!/[*?]/.test(names.at(-1) ?? "")) return true;
  const folder = names.slice(
    0,
    names.findIndex((name) => /[*?]/.test(name)),
  );
  return folder.length > 0 && selfStarting(folder.join("/")) !== undefined;
}
