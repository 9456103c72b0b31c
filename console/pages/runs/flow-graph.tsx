import { useId } from "preact/hooks";
import type { flowArrows } from "../../../src/text/flow-graph.ts";
import { visibleLine } from "../../../src/text/visible-text.ts";
import { useWords } from "../../core/words.ts";
import { runsWords } from "../../words/runs.ts";
import { drawFlow } from "./flow-drawing.ts";

/** The flow of a run as a small graph from source to sink. The list below says the same in words. */
export function FlowGraph({ arrows }: { arrows: ReturnType<typeof flowArrows> }) {
  const say = useWords(runsWords);
  const id = useId();
  const { width, height, sources, sinks, lines, left } = drawFlow(arrows);
  const asked = lines.filter(({ asks }) => asks).length;
  const counts = { sources: sources.length, sinks: sinks.length, asked };
  return (
    <figure class="flow-graph">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-title ${id}-text`}>
        <title id={`${id}-title`}>{say("flow")}</title>
        <desc id={`${id}-text`}>{say("flowText", counts)}</desc>
        {lines.map(({ path, asks }) => (
          <path key={path} d={path} class={asks ? "asks" : ""} />
        ))}
        {sources.map(({ label, x, y }) => (
          <text key={label + y} x={x} y={y} text-anchor="end" dominant-baseline="middle">
            {visibleLine(label)}
          </text>
        ))}
        {sinks.map(({ label, x, y }) => (
          <text key={label + y} x={x} y={y} dominant-baseline="middle">
            {visibleLine(label)}
          </text>
        ))}
      </svg>
      {left > 0 && <figcaption class="small faint">{say("flowMore", { count: left })}</figcaption>}
    </figure>
  );
}
