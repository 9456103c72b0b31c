import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useLiveReload } from "../../core/use-live-reload.ts";

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
