import type { Run } from "../../../src/contract/run.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useFormat } from "../../core/use-format.ts";
import { useLiveReload } from "../../core/use-live-reload.ts";
import { usePages } from "../../core/use-pages.ts";
import { useWaiting } from "../../core/use-waiting.ts";
import { useWords } from "../../core/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Note } from "../../parts/note.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RowList } from "../../parts/row-list.tsx";
import { StatusBadge } from "../../parts/run/status-badge.tsx";
import { Time } from "../../parts/time.tsx";
import { runsWords } from "../../words/runs.ts";
import { RunFilters, useRunFilter } from "./run-filters.tsx";

/** All runs, latest first, updated live. */
export function RunList() {
  const { route } = useConsole();
  const say = useWords(runsWords);
  const { any: isFiltered, ...filter } = useRunFilter();
  const compared = route.place.value.query.get("compare") ?? undefined;
  const runs = usePages("/api/runs", 50, filter);
  const { reload } = runs;
  const asked = useWaiting();
  useLiveReload(["run-start", "run-end"], reload);
  useLiveReload(["approval-start", "approval-end"], asked.reload);
  const waiting = new Set(asked.value?.map(({ runId }) => runId));
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")} />
      {compared === undefined ? null : <Note>{say("chooseOther", { run: compared })}</Note>}
      <RunFilters />
      <RowList
        list={runs}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <p class="soft">{say("noneFound")}</p>
          ) : (
            <EmptyState icon="runs" title={say("emptyTitle")}>
              <p>{say("emptyBody")}</p>
              <a class="button main-action" href={addressOf("chat")}>
                {say("toChat")}
              </a>
            </EmptyState>
          )
        }
      >
        {(run) => (
          <RunRow
            run={run}
            waits={run.status === "open" && waiting.has(run.id)}
            address={
              compared === undefined
                ? addressOf("runs", run.id)
                : `${addressOf("runs", compared)}?with=${run.id}`
            }
          />
        )}
      </RowList>
    </div>
  );
}

function RunRow({ run, waits, address }: { run: Run; waits: boolean; address: string }) {
  const say = useWords(runsWords);
  const format = useFormat();
  const { id, title, status, calls, startedAt, endedAt, tokens, models = [] } = run;
  const facts = [
    say("calls", { count: calls }),
    ...(endedAt === undefined ? [] : [format.duration(endedAt - startedAt)]),
    ...(tokens === undefined ? [] : [say("tokens", { count: format.number(tokens.input + tokens.output) })]),
    ...models,
    id,
  ];
  return (
    <a class="row" href={address}>
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
