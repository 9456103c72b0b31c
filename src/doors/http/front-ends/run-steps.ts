import type { Approval } from "../../../contract/asking/approval.ts";
import type { EventOf, HarbourEvent } from "../../../contract/event.ts";
import type { Language } from "../../../contract/words/messages.ts";
import { questionTitle } from "../../../contract/words/question-words.ts";
import { questionLead } from "../../../text/question-lead.ts";
import { visibleLine } from "../../../text/visible-text.ts";
import { whyAsked } from "../../../text/why-asked.ts";

interface CallStep {
  readonly callId: string;
  readonly tool: string;
  readonly input: unknown;
}

/** What a chat front end shows of a run, in any protocol. */
export type RunStep =
  | { readonly type: "text"; readonly text: string }
  /** The current text is complete. */
  | { readonly type: "text-end" }
  | (CallStep & { readonly type: "call" })
  | (CallStep & { readonly type: "result"; readonly output: unknown })
  | (CallStep & { readonly type: "failure"; readonly denied: boolean; readonly why: string })
  | { readonly type: "question"; readonly callId: string; readonly approval: string }
  | { readonly type: "notice"; readonly text: string }
  /** The run waits until its questions are answered. */
  | { readonly type: "waiting" }
  | { readonly type: "end"; readonly status: EventOf<"run-end">["status"] };

/** A question as a front end shows it beside the call. */
export interface QuestionWords {
  readonly title: string;
  /** The persona's introduction, what would be lost, and whether a yes turns something on. */
  readonly lead: readonly string[];
  /** What the call would do. */
  readonly words: readonly string[];
  readonly why: string;
}

/** The steps of a run, until it ends or waits for a person. */
export async function* runSteps(events: AsyncIterable<HarbourEvent>): AsyncGenerator<RunStep> {
  const round = createRound();
  let streamed = "";
  for await (const event of events) {
    round.see(event);
    switch (event.type) {
      case "text-delta":
        streamed += event.text;
        yield { type: "text", text: event.text };
        break;
      case "model-end":
        if (event.purpose !== undefined || event.calls.length === 0) break;
        if (streamed === "" && event.text !== "") yield { type: "text", text: event.text };
        yield { type: "text-end" };
        streamed = "";
        break;
      case "notice":
        yield { type: "notice", text: event.text };
        break;
      case "call-start":
        yield { type: "call", callId: event.callId, tool: event.tool, input: event.params };
        break;
      case "approval-start":
        if (event.id !== undefined) yield { type: "question", callId: event.callId, approval: event.id };
        break;
      case "call-end":
        yield endOf(event);
        break;
      case "run-end":
        yield* restOf(event.answer ?? "", streamed);
        yield { type: "end", status: event.status };
        return;
      default:
    }
    if (round.waits()) {
      yield { type: "waiting" };
      return;
    }
  }
}

function endOf({ callId, tool, params, result }: EventOf<"call-end">): RunStep {
  const call = { callId, tool, input: params };
  if (result.ok) return { type: "result", ...call, output: result.output ?? null };
  const { code, message: why } = result.error ?? { code: "internal", message: "" };
  return { type: "failure", ...call, denied: code === "approval_denied", why };
}

/**
 * The part of the answer that was not streamed. Streamed text is the answer, unless it broke off or was
 * corrected afterwards.
 */
function* restOf(answer: string, streamed: string): Generator<RunStep> {
  const begun = streamed.trim();
  const rest = answer.startsWith(begun) ? answer.slice(begun.length).trimEnd() : `\n\n${answer}`;
  if (rest !== "") yield { type: "text", text: rest };
  yield { type: "text-end" };
}

/** Tracks whether all calls of a round have ended or wait for a person. */
function createRound() {
  let calls = 0;
  const parents = new Map<string, string>();
  const openQuestions = new Map<string, string>();
  const ended = new Set<string>();
  const rootOf = (callId: string): string => {
    const parent = parents.get(callId);
    return parent === undefined ? callId : rootOf(parent);
  };
  return {
    see(event: HarbourEvent): void {
      if (event.type === "model-end" && event.purpose === undefined) {
        calls = event.calls.length;
        ended.clear();
        openQuestions.clear();
      } else if (event.type === "call-start" && event.parent !== undefined)
        parents.set(event.callId, event.parent);
      else if (event.type === "approval-start" && event.id !== undefined)
        openQuestions.set(event.id, event.callId);
      else if (event.type === "approval-end" && event.id !== undefined) openQuestions.delete(event.id);
      else if (event.type === "call-end" && !parents.has(event.callId)) ended.add(event.callId);
    },
    waits(): boolean {
      const waiting = new Set([...openQuestions.values()].map(rootOf));
      return waiting.size > 0 && waiting.size + ended.size >= calls;
    },
  };
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
