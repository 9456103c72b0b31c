import type { ToolSummary } from "../../../src/contract/tool.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { FoundList } from "../../parts/found-list.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { categoryWords } from "../../words/categories.ts";
import { toolsWords } from "../../words/tools.ts";
import { ToolRow } from "./tool-row.tsx";

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
