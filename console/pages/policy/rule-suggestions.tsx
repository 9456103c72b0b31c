import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { policyWords } from "../../words/policy.ts";

/** Rules that would have saved questions. They are never applied by themselves. */
export function RuleSuggestions({ onApplied }: { onApplied(): void }) {
  const { api } = useConsole();
  const say = useWords(policyWords);
  const format = useFormat();
  const report = useReport();
  const mayChange = useMay("admin");
  const busy = useSignal<string | undefined>(undefined);
  const list = useData(() => api.get("/api/policy/suggest", { query: { atLeast: 3 } }), [api]);
  const apply = async (rule: string) => {
    busy.value = rule;
    try {
      await api.send("PUT", "/api/policy/rules", { body: { rule, verdict: "allow" } });
      onApplied();
    } catch (error) {
      report(error);
    }
    busy.value = undefined;
  };
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
                <CodeBlock text={rule} />
                <p class="faint tiny">{say("spared", { count: approvals, when: format.ago(lastAt) })}</p>
                {mayChange ? (
                  <div class="actions">
                    <Button busy={busy.value === rule} onClick={() => void apply(rule)}>
                      {say("applySuggestion")}
                    </Button>
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        )
      }
    </LoadedView>
  );
}
