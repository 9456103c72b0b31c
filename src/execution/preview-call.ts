import { type CallDescription, describeCall } from "../approval/describe-call.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import { type Explanation, explainVerdict } from "../policy/explain.ts";
import type { Layer } from "../policy/layer.ts";
import { type JudgedRequest, takeInput } from "./call.ts";
import type { Harbour } from "./harbour.ts";
import { prepareAnyCall, prepareCall, redirectCall } from "./prepare-call.ts";

/** A call that was not made: its verdict, what it would touch, and a preview where there can be one. */
export interface CallPreview extends CallDescription {
  readonly type: "preview";
  readonly verdict: VerdictKind;
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

/** Says what a call would do, as far as a person would be shown it, and does nothing. */
export async function previewCall(asked: PreviewOptions): Promise<CallPreview> {
  const judged = await judgeOnly({ ...asked, input: asked.input ?? {} });
  const { describe } = await asked.harbour.service();
  const shown = await describeCall({ ...judged, given: asked.input }, describe);
  return { type: "preview", verdict: judged.verdict.verdict, ...shown };
}

async function judgeOnly({ tool, input, harbour, layers }: PreviewOptions): Promise<JudgedRequest> {
  const call = await redirectCall({ tool, input: takeInput(input ?? {}, harbour) }, harbour);
  return (input === undefined ? prepareAnyCall : prepareCall)(call, { ...harbour, layers });
}
