import { toolSummary } from "../../../src/text/tool-words.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useToolFigures } from "../../core/use-tool-figures.ts";
import { useWords } from "../../core/words.ts";
import { RiskBadge } from "../../parts/call/risk-badge.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { SchemaTable } from "../../parts/schema-table.tsx";
import { categoryWords } from "../../words/categories.ts";
import { toolsWords } from "../../words/tools.ts";
import { ToolCall } from "./tool-call.tsx";
import { ToolRoles } from "./tool-roles.tsx";

/** One tool in full: its description, its input, its statistics, and a form to try it. */
export function ToolView({ name }: { name: string }) {
  const { api, preferences } = useConsole();
  const say = useWords(toolsWords);
  const sayCategory = useWords(categoryWords);
  const tool = useData(() => api.get("/api/tools/{name}", { params: { name } }), [name]);
  return (
    <div class="page">
      <p class="small">
        <a href={addressOf("tools")}>← {say("back")}</a>
      </p>
      <div class="stack">
        <h1 class="mono break">{name}</h1>
        {tool.value === undefined ? null : (
          <p class="line soft">
            <RiskBadge risk={tool.value.risk} />
            {toolSummary(tool.value, preferences.language.value)}
          </p>
        )}
      </div>
      <LoadedView data={tool}>
        {(info) => (
          <>
            <div class="split">
              <section class="stack">
                <h2>{say("description")}</h2>
                <Markdown text={info.description} />
                <dl class="facts">
                  <dt>{say("category")}</dt>
                  <dd>{sayCategory(info.category)}</dd>
                  <dt>{say("source")}</dt>
                  <dd>{info.source}</dd>
                  <dt>{say("version")}</dt>
                  <dd>{info.version}</dd>
                  {info.aliases.length === 0 ? null : (
                    <>
                      <dt>{say("aliases")}</dt>
                      <dd class="mono">{info.aliases.join(", ")}</dd>
                    </>
                  )}
                </dl>
                <ToolFigures name={info.name} />
              </section>
              <ToolCall name={info.name} schema={info.inputSchema} />
            </div>
            <section class="stack">
              <h2>{say("inputSchema")}</h2>
              <SchemaTable schema={info.inputSchema} />
            </section>
            <ToolRoles name={info.name} roles={info.roles} onChange={() => void tool.reload()} />
            {info.outputSchema === undefined ? null : (
              <section class="stack">
                <h2>{say("outputSchema")}</h2>
                <SchemaTable schema={info.outputSchema} />
              </section>
            )}
          </>
        )}
      </LoadedView>
    </div>
  );
}

/** The statistics of a tool. */
function ToolFigures({ name }: { name: string }) {
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
