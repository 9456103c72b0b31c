import { useWords } from "../../core/words.ts";
import { insightsWords } from "../../words/insights.ts";
import { ChartCard } from "./chart-card.tsx";
import type { Day, Series } from "./day.ts";

/** The charts of a period, a point for each day. */
export function DayCharts({ days }: { days: readonly Day[] }) {
  const say = useWords(insightsWords);
  const values = (read: (day: Day) => number | null) => days.map(read);
  const charts: readonly { readonly title: string; readonly series: readonly Series[] }[] = [
    {
      title: say("calls"),
      series: [
        { label: say("calls"), colour: "accent", kind: "bars", values: values(({ calls }) => calls) },
        { label: say("failures"), colour: "bad", kind: "bars", values: values(({ failures }) => failures) },
      ],
    },
    {
      title: say("latencyUnit"),
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
      series: [
        {
          label: say("granted"),
          colour: "text-faint",
          kind: "line",
          values: values(({ granted }) => granted),
        },
        { label: say("approved"), colour: "good", kind: "bars", values: values(({ approved }) => approved) },
        { label: say("denied"), colour: "bad", kind: "bars", values: values(({ denied }) => denied) },
      ],
    },
  ];
  return (
    <div class="charts">
      {charts.map(({ title, series }) => (
        <ChartCard key={title} title={title} days={days.map(({ day }) => day)} series={series} />
      ))}
    </div>
  );
}
