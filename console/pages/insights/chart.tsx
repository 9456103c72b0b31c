import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { insightsWords } from "../../words/insights.ts";
import type { Series } from "./day.ts";

interface ChartProps {
  readonly title: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
}

const HEIGHT = 190;

/** Draws series over days. It follows the width of its place and the colours of the theme. */
export function Chart({ title, days, series }: ChartProps) {
  const { theme, language } = useConsole().preferences;
  const say = useWords(insightsWords);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    let plot = draw(current, days, series, language.value);
    const redraw = () => {
      plot.destroy();
      plot = draw(current, days, series, language.value);
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

function draw(
  place: HTMLElement,
  days: readonly string[],
  series: readonly Series[],
  language: string,
): uPlot {
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
    scales: {
      x: { time: false, range: (_plot, min, max) => [min - 0.6, max + 0.6] },
      y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.15)] },
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
      { ...axis, font, size: 52, values: (_plot, values) => values.map((value) => compact(value, language)) },
    ],
    series: [
      { label: "" },
      ...(series.map(({ label, colour: name, kind }) => ({
        label,
        stroke: colour(name),
        width: kind === "bars" ? 0 : 2,
        ...(kind === "bars" ? { fill: colour(name) } : {}),
        ...((kind === "bars" ? bars : lines) === undefined ? {} : { paths: kind === "bars" ? bars : lines }),
        spanGaps: true,
        points: { show: kind === "line", size: 5, fill: colour(name) },
      })) as uPlot.Series[]),
    ],
  };
  const data = [days.map((_day, index) => index), ...series.map(({ values }) => [...values])];
  return new uPlot(options, data as uPlot.AlignedData, place);
}

function compact(value: number, language: string): string {
  return new Intl.NumberFormat(language === "zh" ? "zh-CN" : "en-GB", { notation: "compact" }).format(value);
}

// A canvas knows nothing of custom properties: an element is asked what they mean here.
function colourOf(place: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
