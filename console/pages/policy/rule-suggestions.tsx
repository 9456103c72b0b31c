import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { policyWords } from "../../words/policy.ts";

/** Rules that would have spared a person some questions. They are never applied by themselves. */
export function RuleSuggestions() {
  const { api } = useConsole();
  const say = useWords(policyWords);
  const format = useFormat();
  const list = useData(() => api.get("/api/policy/suggest", { query: { atLeast: 3 } }), [api]);
  return (
    <LoadedView data={list}>
      {(suggestions) =>
        suggestions.length === 0 ? (
          <EmptyState icon="policy" title={say("suggestEmptyTitle")}>
            <p>{say("suggestEmpty")}</p>
          </EmptyState>
        ) : (
          <ul class="stack">
            {suggestions.map(({ rule, approvals, lastAt }) => (
              <li key={rule} class="card padded">
                <p class="small soft">{say("suggestBody")}</p>
                <CodeBlock text={rule} />
                <p class="faint tiny">{say("spared", { count: approvals, when: format.ago(lastAt) })}</p>
              </li>
            ))}
          </ul>
        )
      }
    </LoadedView>
  );
}
