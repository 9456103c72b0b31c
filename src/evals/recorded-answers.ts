import type { EffectKind } from "../contract/effect.ts";
import { DejimaError } from "../contract/error.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Tool } from "../contract/tool.ts";
import type { CallResult } from "../execution/run/keyed-call.ts";
import { canonicalJson } from "../support/json.ts";
import type { RecordedAnswer } from "./eval-case.ts";

/** Answers calls from a recording. No tool is run. */
interface RecordedAnswers {
  answer(
    call: { readonly tool: string; readonly input: unknown; readonly key: string },
    effects: readonly EffectKind[],
  ): CallResult;
  /** The number of calls without a recorded answer. */
  missing(): number;
}

/**
 * Answers a call with the recorded answer for the same tool and input, after applying the defaults of its schema. Equal calls get
 * their answers in order, and then the last one again. Answers without input come after those with one.
 */
export function recordedAnswers(
  answers: readonly RecordedAnswer[],
  { runId, tool: find }: { readonly runId: string; tool(name: string): Tool | undefined },
): RecordedAnswers {
  const queues = new Map<string, RecordedAnswer[]>();
  const keyOf = (name: string, input: unknown) => {
    const tool = find(name);
    const parsed = tool?.input.parse(input);
    return `${tool?.name ?? name} ${canonicalJson(parsed?.ok === true ? parsed.value : input)}`;
  };
  const anyKey = (name: string) => `${find(name)?.name ?? name} *`;
  for (const answer of answers) {
    const key = answer.input === undefined ? anyKey(answer.tool) : keyOf(answer.tool, answer.input);
    queues.set(key, [...(queues.get(key) ?? []), answer]);
  }
  let missing = 0;
  const next = (key: string): RecordedAnswer | undefined => {
    const queue = queues.get(key);
    return queue !== undefined && queue.length > 1 ? queue.shift() : queue?.[0];
  };
  return {
    missing: () => missing,
    answer({ tool, input, key }, effects) {
      const found = next(keyOf(tool, input)) ?? next(anyKey(tool));
      const callId = `${runId}.${key}`;
      if (found === undefined) {
        missing++;
        const error = new DejimaError(
          "not_found",
          `Not recorded: this case holds no answer of "${tool}" to this input, and nothing is run in an evaluation`,
          { tool, recorded: answers.filter((one) => one.tool === tool).length },
        );
        return { outcome: { type: "failure", callId, runId, error: error.toData() }, effects };
      }
      return { outcome: outcomeOf(found, { callId, runId }), effects: found.effects ?? effects };
    },
  };
}

function outcomeOf(
  { output, error }: RecordedAnswer,
  ids: { readonly callId: string; readonly runId: string },
): Outcome {
  if (error !== undefined) return { type: "failure", ...ids, error: { ...error, details: {} } };
  return { type: "success", ...ids, output: output ?? null };
}
