import type { Preview, Title, Words } from "../contract/approval.ts";
import type { Effect } from "../contract/effect.ts";
import type { Risk, Tool } from "../contract/tool.ts";
import type { Reason, Verdict } from "../contract/verdict.ts";
import { defined } from "../support/defined.ts";
import { callHash } from "./call-hash.ts";
import { callTitle } from "./call-title.ts";
import { effectWords } from "./effect-words.ts";
import { type PreviewOptions, previewCall } from "./preview-call.ts";
import { scriptHashes } from "./script-hashes.ts";

/** A call that is about to be asked about. */
interface AskedCall {
  readonly tool: Tool;
  readonly input: unknown;
  /** The input as the caller gave it, before defaults were filled in: what is shown, stored and repeated. */
  readonly given: unknown;
  readonly effects: readonly Effect[];
  readonly verdict: Verdict;
}

export interface DescribeOptions extends PreviewOptions {
  readonly folder: string;
  /** Leaves secrets out: of somebody's data, and of a record of ours. */
  readonly redactor: { json(raw: string): string; record(raw: string): string };
}

/** What a person is shown of a call, and the hash that binds it. */
export interface CallDescription {
  readonly tool: string;
  readonly input: unknown;
  readonly risk: Risk;
  readonly effects: Effect[];
  readonly reasons: Reason[];
  readonly words: Words;
  readonly title: Title;
  readonly preview?: Preview;
  readonly hash: string;
}

/** The hash of a call as everything stands now. */
export async function hashOfCall(
  { tool, input, effects }: Omit<AskedCall, "given">,
  folder: string,
): Promise<string> {
  return callHash({ tool, input, effects, folder, scripts: await scriptHashes(effects, folder) });
}

/** Describes a call for a person, with every secret left out. */
export async function describeCall(call: AskedCall, options: DescribeOptions): Promise<CallDescription> {
  const { tool, given, effects, verdict } = call;
  const { folder, redactor } = options;
  const preview = await previewCall(call, options);
  const contained = tool.source === "builtin" || tool.source === "skill";
  const shown = {
    input: JSON.parse(redactor.json(JSON.stringify(given ?? null))),
    effects,
    reasons: verdict.reasons,
    words: effectWords(effects, { folder, contained }),
    title: callTitle(tool.name, effects, folder),
    ...defined({ preview }),
  };
  return {
    tool: tool.name,
    risk: tool.risk,
    hash: await hashOfCall(call, folder),
    ...JSON.parse(redactor.record(JSON.stringify(shown))),
  };
}
