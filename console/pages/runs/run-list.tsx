import type { Run } from "../../../src/contract/run.ts";
import { addressOf } from "../../core/route.ts";
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
  const say = useWords(runsWords);
  const runs = usePages<Run>("/api/runs", 50);
  const { reload } = runs;
  useLiveReload(["run-start", "run-end"], reload);
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
        {(run) => <RunRow run={run} />}
      </RowList>
    </div>
  );
}

function RunRow({ run }: { run: Run }) {
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
        <StatusBadge status={status} />
        <Time at={startedAt} />
      </span>
    </a>
  );
}
