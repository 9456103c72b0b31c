import { useId } from "preact/hooks";
import { flowArrows } from "../../../src/text/flow-graph.ts";
import { visibleLine } from "../../../src/text/visible-text.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { runsWords } from "../../words/runs.ts";
import { drawFlow } from "./flow-drawing.ts";
import type { LogRecord } from "./use-records.ts";

const MOST = 100;

/** The origins of call arguments in a run that has read content from outside: one arrow for each. */
export function FlowList({ records }: { records: readonly LogRecord[] }) {
  const say = useWords(runsWords);
  const { preferences } = useConsole();
  const arrows = flowArrows(records, preferences.language.value).slice(-MOST);
  if (arrows.length === 0) return null;
  return (
    <section class="stack">
      <h2>{say("flow")}</h2>
      <FlowGraph arrows={arrows} />
      <ul class="rows small">
        {arrows.map(({ from, to, callId, asks, end }) => (
          <li key={`${callId} ${to}`} class="row">
            {asks ? <strong>⚠ {visibleLine(from)}</strong> : <span>{visibleLine(from)}</span>}
            <span aria-hidden="true"> → </span>
            <code>{visibleLine(to)}</code>
            <span class="faint"> {end}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The flow of a run as a small graph from source to sink. The list below says the same in words. */
function FlowGraph({ arrows }: { arrows: ReturnType<typeof flowArrows> }) {
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
