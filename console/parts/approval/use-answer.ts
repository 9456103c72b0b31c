import { useSignal } from "@preact/signals";
import type { Approval } from "../../../src/contract/asking/approval.ts";
import { useConsole } from "../../core/console-context.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { questionWords } from "../../words/question.ts";

interface Answer {
  readonly answer: "approve" | "deny";
  readonly grant?: string | undefined;
  /** The key of a rule change. */
  readonly rule?: string | undefined;
  /** The reason, for a no. */
  readonly reason?: string | undefined;
  readonly lines?: number[] | undefined;
  /** The hash of the question on the screen: an answer to anything else is refused. */
  readonly callHash: string;
}

/** Sends a person's answer. The first answer counts; a late one is reported. */
export function useAnswer(onAnswered: (approval: Approval) => void) {
  const { api, notices, preferences } = useConsole();
  const language = preferences.language.value;
  const report = useReport();
  const say = useWords(questionWords);
  const busy = useSignal<"approve" | "deny" | undefined>(undefined);
  const give = async (id: string, answer: Answer) => {
    if (busy.value !== undefined) return;
    busy.value = answer.answer;
    try {
      const { accepted, message, approval } = await api.send("POST", "/api/approvals/{id}/answer", {
        params: { id },
        body: answer,
      });
      const words = (answer.answer === "approve" ? approval.voice?.approved : approval.voice?.denied)?.[
        language
      ];
      if (!accepted) notices.show("failed", say("notTaken"), message);
      else if (words) notices.show("done", words);
      onAnswered(approval);
    } catch (error) {
      report(error);
    }
    busy.value = undefined;
  };
  return { busy: busy.value, give };
}
