import { describeCall } from "../approval/describe-call.ts";
import type { JudgedRequest } from "../execution/call.ts";
import type { Harbour } from "../execution/harbour.ts";
import { prepareAnyCall, prepareCall } from "../execution/prepare-call.ts";
import { redirectCall } from "../execution/redirect-call.ts";
import { takeInput } from "../execution/take-input.ts";
import { type Explanation, explainVerdict } from "../policy/explain.ts";
import type { Layer } from "../policy/layer.ts";
import type { CallPreview } from "./runtime-surface.ts";

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
