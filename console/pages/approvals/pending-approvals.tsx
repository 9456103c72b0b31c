import { useEffect } from "preact/hooks";
import type { Approval } from "../../../src/contract/asking/approval.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useLiveReload } from "../../core/use-live-reload.ts";
import { useWaiting } from "../../core/use-waiting.ts";
import { useWords } from "../../core/words.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { ApproveAll } from "../../parts/approval/approve-all.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { Time } from "../../parts/time.tsx";
import { isTyping } from "../../shell/use-keys.ts";
import { approvalsWords } from "../../words/approvals.ts";
import { runsWords } from "../../words/runs.ts";

/** The open questions. The list updates automatically. */
export function PendingApprovals() {
  const say = useWords(approvalsWords);
  const mayAnswer = useMay("approver");
  const list = useWaiting();
  const { reload } = list;
  useLiveReload(["approval-start", "approval-end"], reload);
  useCardKeys();
  const answered = ({ id, status }: Approval) => {
    // If several people must agree, the question may still be open.
    if (status === "pending") void reload();
    else list.set((list.value ?? []).filter((other) => other.id !== id));
  };
  return (
    <LoadedView data={list}>
      {(approvals) =>
        approvals.length === 0 ? (
          <EmptyState icon="approvals" title={say("emptyTitle")}>
            <p>{say("emptyBody")}</p>
            <a class="button" href={addressOf("policy")}>
              {say("toPolicy")}
            </a>
          </EmptyState>
        ) : (
          <>
            <ApproveAll approvals={approvals} onAnswered={() => void reload()} />
            {mayAnswer ? <p class="faint small keys-hint">{say("keys")}</p> : null}
            <ul class="stack">
              {approvals.map((approval) => (
                <li key={approval.id} class="card" tabIndex={-1} data-card>
                  <p class="card-over">
                    <span>
                      {say("asked")} <Time at={approval.createdAt} />
                    </span>
                    <RunOrigin runId={approval.runId} />
                  </p>
                  <ApprovalCard approval={approval} onAnswered={answered} />
                </li>
              ))}
            </ul>
          </>
        )
      }
    </LoadedView>
  );
}

/** `j` and `k` move between cards. */
function useCardKeys(): void {
  const { preferences } = useConsole();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || !preferences.shortcuts.value || isTyping(target)) return;
      const cards = [...document.querySelectorAll<HTMLElement>("[data-card]")];
      const at = cards.findIndex((card) => card.contains(document.activeElement));
      if (key !== "j" && key !== "k") return;
      const next = key === "j" ? Math.min(at + 1, cards.length - 1) : Math.max(at - 1, 0);
      cards[next]?.focus();
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [preferences]);
}

/** The origin of a request: the person, the task with a link to its run, and its conversation. */
function RunOrigin({ runId }: { runId: string }) {
  const { api, me } = useConsole();
  const say = useWords(runsWords);
  const run = useData(() => api.get("/api/runs/{run}", { params: { run: runId } }), [runId]);
  const { title, user = "local", conversation } = run.value ?? {};
  return (
    <span class="origin">
      {run.value === undefined ? null : (
        <span>{user === me.value?.name ? say("forYou") : say("forOther", { who: user })}</span>
      )}
      <a href={addressOf("runs", runId)}>{title || runId}</a>
      {conversation === undefined ? null : (
        <a href={`${addressOf("chat", conversation)}?run=${runId}`}>{say("conversation")}</a>
      )}
    </span>
  );
}
