import { type CallDescription, describeCall } from "../approval/describe-call.ts";
import type { EffectKind } from "../contract/effect.ts";
import type { PlannedCall } from "../contract/tool.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import { type Explanation, explainVerdict } from "../policy/explain.ts";
import type { Layer } from "../policy/layer.ts";
import { defined } from "../support/defined.ts";
import { thrownText } from "../support/thrown-text.ts";
import { type JudgedRequest, takeInput } from "./call.ts";
import type { Harbour } from "./harbour.ts";
import { prepareAnyCall, prepareCall, redirectCall } from "./prepare-call.ts";

/** A call that was not made: its verdict, what it would touch, and a preview where there can be one. */
export interface CallPreview extends CallDescription {
  readonly type: "preview";
  readonly verdict: VerdictKind;
  /** The calls that stand in its input, where it makes further ones. */
  readonly calls?: readonly PlannedVerdict[];
}

/** A call that stands in a program, and what the policy says of it as far as its input is known. */
interface PlannedVerdict extends PlannedCall {
  /** `undefined` where the tool is only known while the program runs, or the call could not be made at all. */
  readonly verdict?: VerdictKind;
  /** Whether all of its input is known; otherwise the verdict is that of any call of the tool. */
  readonly exact: boolean;
  /** Why it gets this verdict, or why it could not be made. */
  readonly why?: string;
}

interface PreviewOptions {
  readonly tool: string;
  readonly input: unknown;
  readonly harbour: Harbour;
  readonly layers: readonly Layer[];
}

/** Judges a call that is not made; without an input, any call of the tool. */
export async function explainCall(asked: PreviewOptions): Promise<Explanation> {
  const judged = await judgeOnly(asked);
  return explainVerdict(judged, judged.verdict);
}

/** Judges a call that is not made, and names the kinds of what it would touch. */
export async function judgeUnmade(
  asked: PreviewOptions,
): Promise<{ verdict: VerdictKind; effects: EffectKind[]; why: string }> {
  const { verdict, effects } = await judgeOnly(asked);
  const why = verdict.reasons.find(({ effect }) => effect === verdict.verdict)?.message ?? "";
  return { verdict: verdict.verdict, effects: effects.map(({ kind }) => kind), why };
}

/** Says what a call would do, as far as a person would be shown it, and does nothing. */
export async function previewCall(asked: PreviewOptions): Promise<CallPreview> {
  const judged = await judgeOnly({ ...asked, input: asked.input ?? {} });
  const { describe } = await asked.harbour.service();
  const shown = await describeCall({ ...judged, given: asked.input }, describe);
  const planned = await judged.tool.plannedCalls?.(judged.input);
  const verdicts = planned && (await Promise.all(planned.map((call) => judgePlanned(call, asked))));
  const calls = verdicts && JSON.parse(describe.redactor.record(JSON.stringify(verdicts)));
  return { type: "preview", verdict: judged.verdict.verdict, ...shown, ...defined({ calls }) };
}

async function judgePlanned(call: PlannedCall, asked: PreviewOptions): Promise<PlannedVerdict> {
  const { tool, input } = call;
  const exact = input !== undefined;
  if (tool === undefined) return { ...call, exact };
  try {
    const { verdict, decided } = await explainCall({ ...asked, tool, input });
    return { ...call, exact, verdict, ...defined({ why: decided[0]?.message }) };
  } catch (error) {
    return { ...call, exact, why: thrownText(error) };
  }
}

async function judgeOnly({ tool, input, harbour, layers }: PreviewOptions): Promise<JudgedRequest> {
  const call = await redirectCall({ tool, input: takeInput(input ?? {}, harbour) }, harbour);
  return (input === undefined ? prepareAnyCall : prepareCall)(call, { ...harbour, layers });
}
