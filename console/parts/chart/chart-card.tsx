import "uplot/dist/uPlot.min.css";
import "./chart.css";
import { useSignal } from "@preact/signals";
import { addressOf } from "../../core/route.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { chartWords } from "../../words/parts.ts";
import { Button } from "../button.tsx";
import { Chart } from "./chart.tsx";
import type { Series } from "./series.ts";

interface ChartCardProps {
  readonly title: string;
  /** The unit of the figures. */
  readonly unit: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
  /** Whether the figures are US dollars. Default: no. */
  readonly money?: boolean;
}

/** One chart with its legend. The same figures can be read as a table. */
export function ChartCard({ title, unit, days, series, money = false }: ChartCardProps) {
  const say = useWords(chartWords);
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
          <PointedDay day={days[pointed.value] ?? ""} index={pointed.value} series={series} money={money} />
        )}
      </p>
      {table.value ? (
        <FigureTable days={days} series={series} money={money} />
      ) : (
        <Chart
          title={title}
          days={days}
          series={series}
          money={money}
          onPoint={(index) => {
            pointed.value = index;
          }}
        />
      )}
    </section>
  );
}

interface PointedDayProps extends Pick<ChartCardProps, "series" | "money"> {
  readonly day: string;
  readonly index: number;
}

/** The figures of the hovered day. */
function PointedDay({ day, index, series, money }: PointedDayProps) {
  const format = useFormat();
  const figure = useFigure(money);
  return (
    <>
      <strong>{format.day(day)}</strong>
      {series.map(({ label, values }) => ` · ${label} ${figure(values[index] ?? 0)}`).join("")}
    </>
  );
}

/** Formats a figure of a chart. */
function useFigure(money = false): (value: number) => string {
  const format = useFormat();
  return (value) => (money ? format.money(value * 1_000_000) : format.number(value));
}

function FigureTable({ days, series, money }: Pick<ChartCardProps, "days" | "series" | "money">) {
  const say = useWords(chartWords);
  const { day: dayOf } = useFormat();
  const figure = useFigure(money);
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
                  {figure(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
