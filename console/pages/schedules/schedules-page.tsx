import { useSignal } from "@preact/signals";
import type { Schedule } from "../../../src/contract/schedule.ts";
import { useLiveReload } from "../../core/use-live-reload.ts";
import { usePages } from "../../core/use-pages.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Ghosts } from "../../parts/ghosts.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { schedulesWords } from "../../words/schedules.ts";
import { shellWords } from "../../words/shell.ts";
import { ScheduleAdd } from "./schedule-add.tsx";
import { ScheduleItem } from "./schedule-item.tsx";

/** What is planned, with what became of it. */
export function SchedulesPage() {
  const say = useWords(schedulesWords);
  const sayShell = useWords(shellWords);
  const adding = useSignal(false);
  const schedules = usePages<Schedule>("/api/schedules", 50);
  const { items, problem, reload } = schedules;
  useLiveReload(["run-start", "run-end"], reload);
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")}>
        <Button
          icon="plus"
          onClick={() => {
            adding.value = true;
          }}
        >
          {say("add")}
        </Button>
      </PageHead>
      {problem === undefined ? null : <ProblemNote problem={problem} onRetry={() => void reload()} />}
      {items === undefined ? (
        problem === undefined ? (
          <Ghosts />
        ) : null
      ) : items.length === 0 ? (
        <EmptyState icon="schedules" title={say("emptyTitle")}>
          <p>{say("emptyBody")}</p>
        </EmptyState>
      ) : (
        <ul class="rows">
          {items.map((schedule) => (
            <li key={schedule.id}>
              <ScheduleItem schedule={schedule} onChange={() => void reload()} />
            </li>
          ))}
        </ul>
      )}
      {schedules.more ? (
        <Button busy={schedules.loading} onClick={() => void schedules.loadMore()}>
          {sayShell("more")}
        </Button>
      ) : null}
      {adding.value ? (
        <ScheduleAdd
          onAdded={() => void reload()}
          onClose={() => {
            adding.value = false;
          }}
        />
      ) : null}
    </div>
  );
}
