import { useSignal } from "@preact/signals";
import type { ToolSummary } from "../../../src/contract/tool.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useSearch } from "../../core/use-search.ts";
import { useWords } from "../../core/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { ProgressBar } from "../../parts/progress-bar.tsx";
import { SearchBox } from "../../parts/search-box.tsx";
import { toolsWords } from "../../words/tools.ts";
import { ToolRow } from "./tool-row.tsx";

/** All tools, or those that fit what a person says, with how well. */
export function ToolList() {
  const { api } = useConsole();
  const say = useWords(toolsWords);
  const text = useSignal("");
  const category = useSignal("");
  const tools = useData(() => api.get<ToolSummary[]>("/api/tools", { limit: 1000 }), [api]);
  const { query, found, problem } = useSearch("/api/tools/search", text.value);
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")} />
      <div class="line">
        <SearchBox
          label={say("search")}
          value={text.value}
          onInput={(next) => {
            text.value = next;
          }}
        />
        <select
          class="input narrow"
          aria-label={say("category")}
          value={category.value}
          onChange={(event) => {
            category.value = event.currentTarget.value;
          }}
        >
          <option value="">{say("all")}</option>
          {categories(tools.value ?? []).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {problem === undefined ? null : <ProblemNote problem={problem} />}
      {query !== "" && found === undefined && problem === undefined ? (
        <ProgressBar label={say("searching")} />
      ) : null}
      <LoadedView data={tools}>
        {(all) => {
          const wanted = all.filter((tool) => category.value === "" || tool.category === category.value);
          const byName = new Map(wanted.map((tool) => [tool.name, tool]));
          const shown =
            found === undefined
              ? wanted.map((tool) => ({ tool, score: undefined, why: [] as readonly string[] }))
              : found.hits.flatMap(({ name, score, why }) => {
                  const tool = byName.get(name);
                  return tool === undefined ? [] : [{ tool, score, why }];
                });
          if (shown.length === 0)
            return (
              <EmptyState icon="search" title={query === "" ? say("emptyTitle") : say("nothing")}>
                <p>{query === "" ? say("emptyBody") : (found?.advice ?? say("nothingBody"))}</p>
              </EmptyState>
            );
          return (
            <>
              <p class="faint small" role="status">
                {say("count", { count: shown.length })}
              </p>
              <ul class="rows">
                {shown.map(({ tool, score, why }) => (
                  <li key={tool.name}>
                    <ToolRow tool={tool} score={score} why={why} />
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </LoadedView>
    </div>
  );
}

function categories(tools: readonly ToolSummary[]): string[] {
  return [...new Set(tools.map(({ category }) => category))].sort();
}
