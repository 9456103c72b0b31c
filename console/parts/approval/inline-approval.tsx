import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { callWords } from "../../words/call.ts";
import { ProblemNote } from "../problem-note.tsx";
import { ProgressBar } from "../progress-bar.tsx";
import { ApprovalCard } from "./approval-card.tsx";

/** The question about a call, in the middle of a conversation. */
export function InlineApproval({ id }: { id: string }) {
  const { api } = useConsole();
  const say = useWords(callWords);
  const approval = useData(() => api.get("/api/approvals/{id}", { params: { id } }), [id]);
  const { value, problem, reload } = approval;
  if (problem !== undefined) return <ProblemNote problem={problem} onRetry={() => void reload()} />;
  if (value === undefined) return <ProgressBar label={say("waiting")} />;
  if (value.status !== "pending")
    return <p class="soft small">{say("answered", { status: say(value.status) })}</p>;
  return <ApprovalCard approval={value} onAnswered={approval.set} />;
}
