import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { useConsole } from "../../core/console-context.ts";
import { createFormat } from "../../core/format.ts";
import type { Language } from "../../core/preferences.ts";
import { useWords } from "../../core/words.ts";
import { chartWords } from "../../words/parts.ts";
import type { Series } from "./series.ts";

interface ChartProps {
  readonly title: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
  /** Whether the figures are US dollars. Default: no. */
  readonly money?: boolean | undefined;
  /** Called with the hovered day, or with `undefined` when the pointer leaves the chart. */
  onPoint(index: number | undefined): void;
}

const HEIGHT = 190;
/** Counts are whole numbers: no ticks between them. */
const STEPS = Array.from({ length: 10 }, (_nothing, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();
/** Parts of a dollar, then dollars. */
const MONEY_STEPS = [0.0001, 0.001, 0.01, 0.1].flatMap((unit) => [unit, unit * 2, unit * 5]).concat(STEPS);
/** A line of many points needs no mark at each. */
const FEW_POINTS = 10;

/** Draws series over days. It follows the width of its container and the colours of the theme. */
export function Chart({ title, days, series, money = false, onPoint }: ChartProps) {
  const { theme, language } = useConsole().preferences;
  const say = useWords(chartWords);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const figures = { days, series, money, language: language.value, onPoint };
    let plot = draw(current, figures);
    const redraw = () => {
      plot.destroy();
      plot = draw(current, figures);
    };
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", redraw);
    const watch = new ResizeObserver(() => plot.setSize({ width: current.clientWidth, height: HEIGHT }));
    watch.observe(current);
    return () => {
      watch.disconnect();
      system.removeEventListener("change", redraw);
      plot.destroy();
    };
  }, [days, series, theme.value, language.value]);
  const label = say("chart", { title, first: days[0] ?? "", last: days.at(-1) ?? "" });
  return <div class="chart" ref={place} role="img" aria-label={label} />;
}

interface Figures extends Omit<ChartProps, "title"> {
  readonly language: Language;
}

function draw(place: HTMLElement, { days, series, money, language, onPoint }: Figures): uPlot {
  const colour = (name: string) => colourOf(place, name);
  const axis = {
    stroke: colour("text-faint"),
    grid: { stroke: colour("line"), width: 1 },
    ticks: { show: false },
  };
  const font = `11px ${getComputedStyle(place).fontFamily}`;
  const dayFormat = new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const bars = uPlot.paths.bars?.({ size: [0.62, 26], radius: 0.15 });
  const lines = uPlot.paths.linear?.();
  const options: uPlot.Options = {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 } },
    hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? undefined)] },
    scales: {
      x: { time: false, range: (_plot, min, max) => [min - 0.6, max + 0.6] },
      y: { range: (_plot, _min, max) => [0, Math.max(money ? 0.0004 : 4, max * 1.15)] },
    },
    axes: [
      {
        ...axis,
        font,
        grid: { show: false },
        space: 64,
        size: 30,
        incrs: [1, 2, 5, 7, 14, 30],
        values: (_plot, places) =>
          places.map((at) =>
            Number.isInteger(at) && days[at] !== undefined ? dayFormat.format(new Date(days[at])) : "",
          ),
      },
      {
        ...axis,
        font,
        size: money ? 64 : 52,
        incrs: money ? MONEY_STEPS : STEPS,
        values: (_plot, values) =>
          values.map((value) =>
            money ? createFormat(language).money(value * 1_000_000) : compact(value, language),
          ),
      },
    ],
    series: [
      { label: "" },
      ...(series.map(({ label, colour: name, kind, values }) => ({
        label,
        stroke: colour(name),
        width: kind === "bars" ? 0 : 2,
        ...(kind === "bars" ? { fill: colour(name) } : {}),
        ...((kind === "bars" ? bars : lines) === undefined ? {} : { paths: kind === "bars" ? bars : lines }),
        spanGaps: true,
        points: { show: kind === "line" && known(values) < FEW_POINTS, size: 5, fill: colour(name) },
      })) as uPlot.Series[]),
    ],
  };
  const data = [days.map((_day, index) => index), ...series.map(({ values, drawn = values }) => [...drawn])];
  return new uPlot(options, data as uPlot.AlignedData, place);
}

function known(values: readonly (number | null)[]): number {
  return values.filter((value) => value !== null).length;
}

function compact(value: number, language: string): string {
  return new Intl.NumberFormat(language === "zh" ? "zh-CN" : "en-GB", { notation: "compact" }).format(value);
}

// A canvas does not resolve custom properties, so an element is used to resolve them.
function colourOf(place: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
