import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useLiveReload } from "../../core/use-live-reload.ts";
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

/** The buttons that approve several open questions of a run. Their cards are above. */
export function RunApprovals({ runId, count }: { runId: string; count: number }) {
  const { api } = useConsole();
  const query = { run: runId, status: "pending", limit: 100 } as const;
  const list = useData(() => api.get("/api/approvals", { query }), [runId, count]);
  const buttons = useData(async () => (await import("./approve-all.tsx")).ApproveAll, []);
  useLiveReload(["approval-start", "approval-end"], list.reload);
  const ApproveAll = buttons.value;
  if (ApproveAll === undefined) return null;
  return <ApproveAll approvals={list.value ?? []} onAnswered={() => void list.reload()} />;
}
