import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { callWords } from "../../words/call.ts";
import { ProblemNote } from "../problem-note.tsx";
import { ProgressBar } from "../progress-bar.tsx";

/** The question about a call, inside a conversation. */
export function InlineApproval({ id }: { id: string }) {
  const { api } = useConsole();
  const say = useWords(callWords);
  const approval = useData(() => api.get("/api/approvals/{id}", { params: { id } }), [id]);
  // Loaded with the first question: most visits of the chat do not need it.
  const card = useData(async () => (await import("./approval-card.tsx")).ApprovalCard, []);
  const { value, reload } = approval;
  const problem = approval.problem ?? card.problem;
  if (problem !== undefined) return <ProblemNote problem={problem} onRetry={() => void reload()} />;
  if (value === undefined || card.value === undefined) return <ProgressBar label={say("waiting")} />;
  if (value.status !== "pending")
    return <p class="soft small">{say("answered", { status: say(value.status) })}</p>;
  const ApprovalCard = card.value;
  return <ApprovalCard approval={value} onAnswered={approval.set} />;
}
