import type { Run } from "../../../src/contract/run.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useLiveReload } from "../../core/use-live-reload.ts";
import { usePages } from "../../core/use-pages.ts";
import { useWords } from "../../core/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RowList } from "../../parts/row-list.tsx";
import { StatusBadge } from "../../parts/run/status-badge.tsx";
import { Time } from "../../parts/time.tsx";
import { runsWords } from "../../words/runs.ts";

/** All runs, the latest first; those that begin or end show it at once. */
export function RunList() {
  const { api } = useConsole();
  const say = useWords(runsWords);
  const runs = usePages("/api/runs", 50);
  const { reload } = runs;
  const asked = useData(() => api.get("/api/approvals", { query: { status: "pending", limit: 100 } }), [api]);
  useLiveReload(["run-start", "run-end"], reload);
  useLiveReload(["approval-start", "approval-end"], asked.reload);
  const waiting = new Set(asked.value?.map(({ runId }) => runId));
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")} />
      <RowList
        list={runs}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="runs" title={say("emptyTitle")}>
            <p>{say("emptyBody")}</p>
            <a class="button main-action" href={addressOf("chat")}>
              {say("toChat")}
            </a>
          </EmptyState>
        }
      >
        {(run) => <RunRow run={run} waits={run.status === "open" && waiting.has(run.id)} />}
      </RowList>
    </div>
  );
}

function RunRow({ run, waits }: { run: Run; waits: boolean }) {
  const say = useWords(runsWords);
  const format = useFormat();
  const { id, title, status, calls, startedAt, endedAt } = run;
  const facts = [
    say("calls", { count: calls }),
    ...(endedAt === undefined ? [] : [format.duration(endedAt - startedAt)]),
    id,
  ];
  return (
    <a class="row" href={addressOf("runs", id)}>
      <div class="row-text">
        <p class="row-title">
          <span class="clamp">{title || say("untitled")}</span>
        </p>
        <p class="faint tiny">{facts.join(" · ")}</p>
      </div>
      <span class="row-side">
        <StatusBadge status={waits ? "parked" : status} />
        <Time at={startedAt} />
      </span>
    </a>
  );
}
