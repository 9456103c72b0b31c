import { flowArrows } from "../../../src/text/flow-graph.ts";
import { visibleLine } from "../../../src/text/visible-text.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { runsWords } from "../../words/runs.ts";
import { FlowGraph } from "./flow-graph.tsx";
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
