import { useFormat } from "../../core/use-format.ts";
import { useToolFigures } from "../../core/use-tool-figures.ts";
import { useWords } from "../../core/words.ts";
import { toolsWords } from "../../words/tools.ts";

/** The statistics of a tool. */
export function ToolFigures({ name }: { name: string }) {
  const say = useWords(toolsWords);
  const format = useFormat();
  const all = useToolFigures();
  if (all.value === undefined) return null;
  const own = all.value.find(({ tool }) => tool === name);
  if (own === undefined || own.count === 0) return <p class="faint small">{say("never")}</p>;
  return (
    <dl class="figures">
      <div>
        <dt>{say("calls")}</dt>
        <dd>{format.number(own.count)}</dd>
      </div>
      <div>
        <dt>{say("failures")}</dt>
        <dd>{format.number(own.failures)}</dd>
      </div>
      <div>
        <dt>{say("average")}</dt>
        <dd>{format.duration(own.averageMs)}</dd>
      </div>
      <div>
        <dt>{say("p95")}</dt>
        <dd>{format.duration(own.p95Ms)}</dd>
      </div>
    </dl>
  );
}
