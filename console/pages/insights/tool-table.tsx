import { addressOf } from "../../core/route.ts";
import { useFormat } from "../../core/use-format.ts";
import { useToolFigures } from "../../core/use-tool-figures.ts";
import { useWords } from "../../core/words.ts";
import { insightsWords } from "../../words/insights.ts";

const MOST = 15;

/** The most used tools. */
export function ToolTable() {
  const say = useWords(insightsWords);
  const format = useFormat();
  const rows = useToolFigures().value ?? [];
  if (rows.length === 0) return null;
  const most = [...rows].sort((a, b) => b.count - a.count).slice(0, MOST);
  return (
    <section class="card" aria-label={say("tools")}>
      <h2 class="chart-head">{say("tools")}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="chart-table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("tool")}</th>
              <th scope="col" class="figure">
                {say("calls")}
              </th>
              <th scope="col" class="figure">
                {say("failures")}
              </th>
              <th scope="col" class="figure">
                {say("average")}
              </th>
              <th scope="col" class="figure">
                {say("p95")}
              </th>
            </tr>
          </thead>
          <tbody>
            {most.map(({ tool, count, failures, averageMs, p95Ms }) => (
              <tr key={tool}>
                <td>
                  <a href={addressOf("tools", tool)}>
                    <code>{tool}</code>
                  </a>
                </td>
                <td class="figure">
                  <a href={`${addressOf("runs")}?tool=${encodeURIComponent(tool)}`}>{format.number(count)}</a>
                </td>
                <td class="figure">{format.number(failures)}</td>
                <td class="figure">{format.duration(averageMs)}</td>
                <td class="figure">{format.duration(p95Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
