import { useEffect } from "preact/hooks";
import { useLiveReload } from "../../core/use-live-reload.ts";
import { usePages } from "../../core/use-pages.ts";
import { useWords } from "../../core/words.ts";
import { AddHead } from "../../parts/add-head.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { RowList } from "../../parts/row-list.tsx";
import { schedulesWords } from "../../words/schedules.ts";
import { ScheduleAdd } from "./schedule-add.tsx";
import { ScheduleItem } from "./schedule-item.tsx";

const GOES_ON_MS = 1_000;

/** The scheduled tasks and their results. */
export function SchedulesPage() {
  const say = useWords(schedulesWords);
  const schedules = usePages("/api/schedules", 50);
  const { items, reload } = schedules;
  // The end of a run is written to its schedule a moment after the run's own end is announced.
  const goesOn = items?.some(({ current, waiting }) => current !== undefined || waiting.length > 0) ?? false;
  useEffect(() => {
    const timer = goesOn ? setInterval(() => void reload(), GOES_ON_MS) : undefined;
    return () => clearInterval(timer);
  }, [goesOn, reload]);
  useLiveReload(["run-start", "run-end"], reload);
  return (
    <div class="page">
      <AddHead title={say("title")} lead={say("lead")} action={say("add")}>
        {(close) => <ScheduleAdd onAdded={() => void reload()} onClose={close} />}
      </AddHead>
      <RowList
        list={schedules}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="schedules" title={say("emptyTitle")}>
            <p>{say("emptyBody")}</p>
          </EmptyState>
        }
      >
        {(schedule) => <ScheduleItem schedule={schedule} onChange={() => void reload()} />}
      </RowList>
    </div>
  );
}
