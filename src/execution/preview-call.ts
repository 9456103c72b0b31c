import { type CallDescription, describeCall } from "../approval/describe-call.ts";
import { effectWords } from "../approval/effect-words.ts";
import type { EffectKind } from "../contract/effect.ts";
import type { PlannedCall, Tool } from "../contract/tool.ts";
import type { Verdict, VerdictKind } from "../contract/verdict.ts";
import { type Explanation, explainVerdict, type OtherFiles } from "../policy/explain.ts";
import type { Layer } from "../policy/layer.ts";
import { defined } from "../support/defined.ts";
import { thrownText } from "../support/thrown-text.ts";
import { type JudgedRequest, snapshotInput } from "./call.ts";
import type { Harbour } from "./harbour.ts";
import { prepareAnyCall, prepareCall, redirectCall } from "./prepare-call.ts";

/** A call that was not made: its verdict, its effects, and a preview if possible. */
export interface CallPreview extends CallDescription {
  readonly type: "preview";
  readonly verdict: VerdictKind;
  /** The calls in its input, if it makes further ones. */
  readonly calls?: readonly PlannedVerdict[];
}

/** A call in a program, and its verdict as far as its input is known. */
interface PlannedVerdict extends PlannedCall {
  /** `undefined` if the tool is only known at run time, or the call is impossible. */
  readonly verdict?: VerdictKind;
  /** Whether the whole input is known. Otherwise the verdict applies to any call of the tool. */
  readonly exact: boolean;
  /** Why it gets this verdict, or why the call is impossible. */
  readonly why?: string;
  /** What it would touch, in words. Absent if the input is not known. */
  readonly touches?: readonly string[];
  /** The kinds of effects of such a call, if its targets are only known at run time. */
  readonly kinds?: readonly EffectKind[];
  /** Whether another input could have other kinds, such as another command. */
  readonly kindsVary?: boolean;
}

interface PreviewOptions {
  readonly tool: string;
  readonly input: unknown;
  readonly harbour: Harbour;
  readonly layers: readonly Layer[];
  readonly files?: OtherFiles;
}

/** Judges a call without making it. Without an input, judges any call of the tool. */
export async function explainCall(options: PreviewOptions): Promise<Explanation> {
  const judged = await judgeOnly(options);
  return explainVerdict(judged, judged.verdict, options.files);
}

/** Judges a call without making it, and returns the kinds of its effects. */
export async function judgeWithoutCalling(
  options: PreviewOptions,
): Promise<{ verdict: VerdictKind; effects: EffectKind[]; why: string }> {
  const { verdict, effects } = await judgeOnly(options);
  const why = verdict.reasons.find(({ effect }) => effect === verdict.verdict)?.message ?? "";
  return { verdict: verdict.verdict, effects: effects.map(({ kind }) => kind), why };
}

/** Describes what a call would do, as a person would see it, without doing it. */
export async function previewCall(options: PreviewOptions): Promise<CallPreview> {
  const judged = await judgeOnly({ ...options, input: options.input ?? {} });
  const { describe } = await options.harbour.service();
  const shown = await describeCall({ ...judged, callerInput: options.input }, describe);
  const planned = await judged.tool.plannedCalls?.(judged.input);
  const verdicts = planned && (await Promise.all(planned.map((call) => judgePlanned(call, options))));
  const calls = verdicts && JSON.parse(describe.redactor.record(JSON.stringify(verdicts)));
  return { type: "preview", verdict: judged.verdict.verdict, ...shown, ...defined({ calls }) };
}

async function judgePlanned(call: PlannedCall, options: PreviewOptions): Promise<PlannedVerdict> {
  const { tool, input } = call;
  const exact = input !== undefined;
  if (tool === undefined) return { ...call, exact };
  try {
    const { verdict, decided } = await explainCall({ ...options, tool, input });
    const why = exact
      ? decided[0]?.message
      : decided[0]?.message?.replace(/; ?declares no effects|^declares no effects$/, "");
    return {
      ...call,
      exact,
      verdict,
      ...defined({ why: why === "" ? undefined : why }),
      ...(await effectsOf(call, options)),
    };
  } catch (error) {
    return { ...call, exact, why: thrownText(error) };
  }
}

/** The categories of tools whose kinds of effects are the same for every input. */
const STEADY: ReadonlySet<string> = new Set(["file", "network"]);

/** What a planned call would touch. If values are computed, the possible kinds of effects. */
async function effectsOf(
  { tool = "", input, open }: PlannedCall,
  options: PreviewOptions,
): Promise<Pick<PlannedVerdict, "touches" | "kinds" | "kindsVary">> {
  const { harbour } = options;
  if (input !== undefined) {
    const { effects, tool: judged } = await judgeOnly({ ...options, tool, input });
    const { folder } = (await harbour.service()).describe;
    const words = effectWords(effects, { folder, contained: false, builtin: judged.source === "builtin" });
    return effects.length === 0 ? {} : { touches: words.en };
  }
  try {
    const { effects, tool: judged } = await judgeOnly({ ...options, tool, input: filled(open ?? {}) });
    const kindsVary = judged.source !== "builtin" || !STEADY.has(judged.category);
    return { kinds: [...new Set(effects.map(({ kind }) => kind))], kindsVary };
  } catch {
    return {}; // the example is no input of this tool: only the run will tell
  }
}

/** The input with an example for each value that is only known at run time. */
function filled(open: unknown): unknown {
  if (typeof open !== "object" || open === null) return open;
  if ("$hole" in open) return "example";
  if (Array.isArray(open)) return open.map(filled);
  return Object.fromEntries(Object.entries(open).map(([name, value]) => [name, filled(value)]));
}

async function judgeOnly({ tool, input, harbour, layers }: PreviewOptions): Promise<JudgedRequest> {
  const call = await redirectCall({ tool, input: snapshotInput(input ?? {}, harbour) }, harbour);
  const world = { ...harbour, layers };
  if (input !== undefined) return prepareCall(call, world);
  const any = await prepareAnyCall(call, world);
  const isKnown = any.input !== undefined || any.tool.source !== "builtin" || !STEADY.has(any.tool.category);
  return isKnown ? any : { ...any, verdict: await judgeByExample(any, { harbour, layers }) };
}

/** The verdict for any call of a tool whose kinds of effects never vary: rules about these kinds count as well. */
async function judgeByExample(
  { tool, verdict }: JudgedRequest,
  { harbour, layers }: Pick<PreviewOptions, "harbour" | "layers">,
): Promise<Verdict> {
  const { properties = {}, required = [] } = tool.input.toJsonSchema() as ObjectSchema; // the input of a tool is an object
  const input = Object.fromEntries(required.map((name) => [name, exampleOf(properties[name], tool)]));
  try {
    const call = { tool: tool.name, input: snapshotInput(input, harbour) };
    const { effects, verdict: judged } = await prepareCall(call, { ...harbour, layers });
    const withoutTarget = (text: string) =>
      effects.reduce((told, { kind, target }) => told.replace(`${kind} ${target}`, kind), text);
    const reasons = judged.reasons.map((reason) => ({ ...reason, message: withoutTarget(reason.message) }));
    return { ...judged, reasons };
  } catch {
    return verdict; // the example is no input of this tool
  }
}

/** The part of an input schema that an example is made from. */
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
  readonly required?: readonly string[];
}

/** Names that no rule with a pattern is likely to mean. */
const EXAMPLES = { file: "any.invalid", network: "https://any.invalid/" } as const;

function exampleOf(field: { readonly type?: string } = {}, { category }: Pick<Tool, "category">): unknown {
  const example = category === "network" ? EXAMPLES.network : EXAMPLES.file;
  return field.type === "string" ? example : field.type === "array" ? [example] : {};
}
