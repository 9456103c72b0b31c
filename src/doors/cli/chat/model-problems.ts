import type { Language } from "../../../contract/words/messages.ts";
import type { ModelAnswer } from "../../../runtime.ts";
import { MODEL_PROBLEM_WORDS } from "../../../text/model-problem-words.ts";

/** Why a model cannot be used, in plain words, with the provider's own message below. */
export function modelProblemText(answer: Extract<ModelAnswer, { ok: false }>, language: Language): string {
  return `${MODEL_PROBLEM_WORDS[answer.problem][language]}\n  ${answer.detail}`;
}
