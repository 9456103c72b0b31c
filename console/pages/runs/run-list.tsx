import type { Run } from "../../../src/contract/run.ts";
import { addressOf } from "../../core/route.ts";
import { useFormat } from "../../core/use-format.ts";
import { useLiveReload } from "../../core/use-live-reload.ts";
import { usePages } from "../../core/use-pages.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Ghosts } from "../../parts/ghosts.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { runsWords } from "../../words/runs.ts";
import { shellWords } from "../../words/shell.ts";
import { StatusBadge } from "./status-badge.tsx";

/** All runs, the latest first; those that begin or end show it at once. */
export function RunList() {
  const say = useWords(runsWords);
  const sayShell = useWords(shellWords);
  const runs = usePages<Run>("/api/runs", 50);
  const { reload } = runs;
  useLiveReload(["run-start", "run-end"], reload);
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")} />
      {runs.problem === undefined ? null : (
        <ProblemNote problem={runs.problem} onRetry={() => void reload()} />
      )}
      {runs.items === undefined ? (
        runs.problem === undefined ? (
          <Ghosts />
        ) : null
      ) : runs.items.length === 0 ? (
        <EmptyState icon="runs" title={say("emptyTitle")}>
          <p>{say("emptyBody")}</p>
          <a class="button main-action" href={addressOf("chat")}>
            {say("toChat")}
          </a>
        </EmptyState>
      ) : (
        <ul class="rows">
          {runs.items.map((run) => (
            <li key={run.id}>
              <RunRow run={run} />
            </li>
          ))}
        </ul>
      )}
      {runs.more ? (
        <Button busy={runs.loading} onClick={() => void runs.loadMore()}>
          {sayShell("more")}
        </Button>
      ) : null}
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
        <span class="hide-narrow">{format.ago(startedAt)}</span>
      </span>
    </a>
  );
}
