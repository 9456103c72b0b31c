import type { Approval } from "../../../contract/asking/approval.ts";
import type { Language } from "../../../contract/words/messages.ts";
import { questionTitle } from "../../../contract/words/question-words.ts";
import { questionLead } from "../../../text/question-lead.ts";
import { visibleLine } from "../../../text/visible-text.ts";
import { whyAsked } from "../../../text/why-asked.ts";

/** A question as a front end shows it beside the call. */
export interface QuestionWords {
  readonly title: string;
  /** The persona's introduction, what would be lost, and whether a yes turns something on. */
  readonly lead: readonly string[];
  /** What the call would do. */
  readonly words: readonly string[];
  readonly why: string;
}

/** The text of a question in one language. */
export function questionWords(question: Approval, language: Language): QuestionWords {
  return {
    title: visibleLine(questionTitle(question, language)),
    lead: [
      ...questionLead(question, language),
      ...(question.off === undefined ? [] : [question.off[language]]),
    ].map((line) => visibleLine(line)),
    words: question.words[language].map(visibleLine),
    why: visibleLine(whyAsked(question.reasons, language)),
  };
}
