import type { ToolSummary } from "../../../src/contract/tool.ts";
import type { VerdictKind } from "../../../src/contract/verdict.ts";
import { toolSummary } from "../../../src/text/tool-words.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import type { Hit } from "../../core/use-search.ts";
import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import { RiskBadge } from "../../parts/call/risk-badge.tsx";
import { ToolVerdictBadge } from "../../parts/call/verdict-badge.tsx";
import { FoundList } from "../../parts/found-list.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ScoreBar } from "../../parts/score-bar.tsx";
import { categoryWords } from "../../words/categories.ts";
import { toolsWords } from "../../words/tools.ts";

interface ToolRowProps {
  readonly tool: ToolSummary;
  /** Its score, if it was searched for. */
  readonly hit: Hit | undefined;
  /** The verdict for a call, once known. */
  readonly verdict: VerdictKind | undefined;
}

/** All tools, or those that match a search, with their score. */
export function ToolList() {
  const { api, route } = useConsole();
  const say = useWords(toolsWords);
  const sayCategory = useWords(categoryWords);
  const category = route.place.value.query.get("category") ?? "";
  const tools = useData(() => api.get("/api/tools", { query: { limit: 1000 } }), [api]);
  // The list does not wait for it: judging every tool takes longer than listing them.
  const standings = useData(() => api.get("/api/tools/standings"), [api]);
  const { value } = tools;
  const wanted = value?.filter((tool) => category === "" || tool.category === category);
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")} />
      <FoundList
        all={{ ...tools, value: wanted }}
        path="/api/tools/search"
        icon="search"
        say={say}
        beside={
          <select
            class="input narrow"
            aria-label={say("category")}
            value={category}
            onChange={(event) => route.ask("category", event.currentTarget.value)}
          >
            <option value="">{say("all")}</option>
            {categories(value ?? []).map((name) => (
              <option key={name} value={name}>
                {sayCategory(name)}
              </option>
            ))}
          </select>
        }
      >
        {(tool, hit) => <ToolRow tool={tool} hit={hit} verdict={standings.value?.[tool.name]} />}
      </FoundList>
    </div>
  );
}

function categories(tools: readonly ToolSummary[]): ToolSummary["category"][] {
  return [...new Set(tools.map(({ category }) => category))].sort();
}

/** One tool of the list. */
function ToolRow({ tool, hit, verdict }: ToolRowProps) {
  const { preferences } = useConsole();
  const say = useWords(toolsWords);
  const sayCategory = useWords(categoryWords);
  return (
    <a class="row" href={addressOf("tools", tool.name)}>
      <div class="row-text">
        <p class="row-title">
          <code>{tool.name}</code>
          {verdict === undefined ? null : <ToolVerdictBadge verdict={verdict} />}
          {tool.risk === "low" ? null : <RiskBadge risk={tool.risk} />}
          {tool.source === "builtin" ? null : <Badge>{tool.source}</Badge>}
        </p>
        <p class="row-note">{toolSummary(tool, preferences.language.value)}</p>
        {hit === undefined || hit.why.length === 0 ? null : <p class="faint tiny">{hit.why.join(" · ")}</p>}
      </div>
      <span class="row-side">
        {hit === undefined ? (
          sayCategory(tool.category)
        ) : (
          <ScoreBar score={hit.score} label={say("scoreOf", { score: hit.score.toFixed(2) })} />
        )}
      </span>
    </a>
  );
}
