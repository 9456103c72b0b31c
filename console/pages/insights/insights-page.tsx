import type { DayFigures } from "../../../src/contract/figures/day-figures.ts";
import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useChoice } from "../../core/use-choice.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Figures } from "../../parts/figures.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Segments } from "../../parts/segments.tsx";
import { insightsWords } from "../../words/insights.ts";
import { DayCharts } from "./day-charts.tsx";
import { ExperimentList } from "./experiment-list.tsx";
import { TodayRuns } from "./today-runs.tsx";
import { ToolTable } from "./tool-table.tsx";

const PERIODS = ["days30", "days1", "days7", "days90"] as const;

/** Daily figures. */
export function InsightsPage() {
  const { api } = useConsole();
  const say = useWords(insightsWords);
  const [period, show] = useChoice("period", PERIODS);
  const insights = useData(
    () => api.get("/api/insights", { query: { days: Number(period.slice("days".length)) } }),
    [period],
  );
  const options = [...PERIODS]
    .sort((a, b) => Number(a.slice(4)) - Number(b.slice(4)))
    .map((value) => ({ value, label: say(value) }));
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")}>
        <Segments label={say("period")} value={period} options={options} onChange={show} />
      </PageHead>
      <LoadedView data={insights}>
        {({ days }) =>
          days.every(isEmpty) ? (
            <EmptyState icon="insights" title={say("emptyTitle")}>
              <p>{say("emptyBody")}</p>
              <a class="button main-action" href={addressOf("chat")}>
                {say("toChat")}
              </a>
            </EmptyState>
          ) : (
            <>
              <Totals days={days} />
              {period === "days1" || isFirstDay(days) ? (
                <TodayRuns day={days.at(-1)?.day ?? ""} />
              ) : (
                <DayCharts days={days} />
              )}
              <ToolTable />
              <ExperimentList />
            </>
          )
        }
      </LoadedView>
    </div>
  );
}

type Day = Answer<"get", "/api/insights">["days"][number];

const isEmpty = ({ runs, calls }: Day) => runs + calls === 0;

/** Whether there are figures only for today: a plot of days would have one point. */
const isFirstDay = (days: readonly Day[]) => days.slice(0, -1).every(isEmpty);

/** The sums of the period. */
function Totals({ days }: { days: readonly DayFigures[] }) {
  const say = useWords(insightsWords);
  const { number } = useFormat();
  const sum = (field: Exclude<keyof DayFigures, "day">) => days.reduce((total, day) => total + day[field], 0);
  const calls = sum("calls");
  const rate = calls === 0 ? 0 : (100 * sum("failures")) / calls;
  const totals = [
    [say("runs"), number(sum("runs"))],
    [say("calls"), number(calls)],
    [say("failureRate"), `${number(rate)} %`],
    [say("tokensSaved"), number(sum("tokensSaved"))],
    [say("asked"), number(sum("asked"))],
  ] as const;
  return <Figures of={totals} />;
}
