import type { DayFigures } from "../../../src/contract/figures/day-figures.ts";
import { useWords } from "../../core/words.ts";
import { ChartCard } from "../../parts/chart/chart-card.tsx";
import type { Series } from "../../parts/chart/series.ts";
import { insightsWords } from "../../words/insights.ts";

interface ChartFigures {
  readonly title: string;
  /** The unit of the figures. */
  readonly unit: string;
  readonly series: readonly Series[];
}

/** The charts of a period, a point for each day. */
export function DayCharts({ days }: { days: readonly DayFigures[] }) {
  const say = useWords(insightsWords);
  const values = (read: (day: DayFigures) => number | null) => days.map(read);
  const charts: readonly ChartFigures[] = [
    {
      title: say("calls"),
      unit: say("callsUnit"),
      series: [
        { label: say("calls"), colour: "accent", kind: "bars", values: values(({ calls }) => calls) },
        { label: say("failures"), colour: "bad", kind: "bars", values: values(({ failures }) => failures) },
      ],
    },
    {
      title: say("latency"),
      unit: say("latencyUnit"),
      series: [
        {
          label: say("p95"),
          colour: "care",
          kind: "line",
          values: values(({ calls, p95Ms }) => (calls === 0 ? null : Math.round(p95Ms))),
        },
        {
          label: say("average"),
          colour: "accent",
          kind: "line",
          values: values(({ calls, averageMs }) => (calls === 0 ? null : Math.round(averageMs))),
        },
      ],
    },
    {
      title: say("tokens"),
      unit: say("tokensUnit"),
      series: [
        {
          label: say("tokensSaved"),
          colour: "good",
          kind: "bars",
          values: values(({ tokensSaved }) => tokensSaved),
        },
        {
          label: say("tokensUsed"),
          colour: "text-faint",
          kind: "line",
          values: values(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
        },
      ],
    },
    {
      title: say("approvals"),
      unit: say("approvalsUnit"),
      series: [
        {
          label: say("granted"),
          colour: "text-faint",
          kind: "line",
          values: values(({ granted }) => granted),
        },
        {
          label: say("approved"),
          colour: "good",
          kind: "bars",
          values: values(({ approved }) => approved),
          drawn: values(({ approved, denied }) => approved + denied),
        },
        { label: say("denied"), colour: "bad", kind: "bars", values: values(({ denied }) => denied) },
      ],
    },
  ];
  return (
    <div class="charts">
      {charts.map((chart) => (
        <ChartCard key={chart.title} {...chart} days={days.map(({ day }) => day)} />
      ))}
    </div>
  );
}
