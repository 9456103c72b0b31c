import { useSignal } from "@preact/signals";
import { addressOf } from "../../core/route.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { insightsWords } from "../../words/insights.ts";
import { Chart } from "./chart.tsx";
import type { Series } from "./series.ts";

interface ChartCardProps {
  readonly title: string;
  /** What the figures count. */
  readonly unit: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
}

/** One chart with its legend. The same figures can be read as a table. */
export function ChartCard({ title, unit, days, series }: ChartCardProps) {
  const say = useWords(insightsWords);
  const table = useSignal(false);
  const pointed = useSignal<number | undefined>(undefined);
  return (
    <section class="card chart-card" aria-label={title}>
      <div class="chart-head">
        <h2>{title}</h2>
        <Button
          small
          kind="quiet"
          onClick={() => {
            table.value = !table.value;
          }}
        >
          {say(table.value ? "asChart" : "asTable")}
        </Button>
      </div>
      <ul class="legend">
        {series.map(({ label, colour, kind }) => (
          <li key={label}>
            <span class={`legend-mark ${colour} ${kind}`} />
            {label}
          </li>
        ))}
      </ul>
      <p class="chart-read">
        {pointed.value === undefined || table.value ? (
          unit
        ) : (
          <PointedDay day={days[pointed.value] ?? ""} index={pointed.value} series={series} />
        )}
      </p>
      {table.value ? (
        <FigureTable days={days} series={series} />
      ) : (
        <Chart
          title={title}
          days={days}
          series={series}
          onPoint={(index) => {
            pointed.value = index;
          }}
        />
      )}
    </section>
  );
}

/** The figures of the day that is pointed at. */
function PointedDay({ day, index, series }: { day: string; index: number; series: readonly Series[] }) {
  const format = useFormat();
  return (
    <>
      <strong>{format.day(day)}</strong>
      {series.map(({ label, values }) => ` · ${label} ${format.number(values[index] ?? 0)}`).join("")}
    </>
  );
}

function FigureTable({ days, series }: Pick<ChartCardProps, "days" | "series">) {
  const say = useWords(insightsWords);
  const { number, day: dayOf } = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="chart-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("day")}</th>
            {series.map(({ label }) => (
              <th key={label} scope="col" class="figure">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <td>
                <a href={`${addressOf("runs")}?day=${day}`}>{dayOf(day)}</a>
              </td>
              {series.map(({ label, values }) => (
                <td key={label} class="figure">
                  {number(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
