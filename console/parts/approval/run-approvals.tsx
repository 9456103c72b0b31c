import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useLiveReload } from "../../core/use-live-reload.ts";
import { ApproveAll } from "./approve-all.tsx";

/** The button that approves all open questions of a run; their cards stand above it. */
export function RunApprovals({ runId, count }: { runId: string; count: number }) {
  const { api } = useConsole();
  const query = { run: runId, status: "pending", limit: 100 } as const;
  const list = useData(() => api.get("/api/approvals", { query }), [runId, count]);
  useLiveReload(["approval-start", "approval-end"], list.reload);
  return <ApproveAll approvals={list.value ?? []} onAnswered={() => void list.reload()} />;
}
