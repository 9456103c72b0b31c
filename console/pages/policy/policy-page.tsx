import { useSignal } from "@preact/signals";
import { useWords } from "../../core/words.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Segments } from "../../parts/segments.tsx";
import { policyWords } from "../../words/policy.ts";
import { ExplainCall } from "./explain-call.tsx";
import { RuleSuggestions } from "./rule-suggestions.tsx";
import { WhatIf } from "./what-if.tsx";

/** The policy: explained for one call, tried with other rules on past calls, and what it might spare. */
export function PolicyPage() {
  const say = useWords(policyWords);
  const view = useSignal<"explain" | "whatIf" | "suggest">("explain");
  const options = (["explain", "whatIf", "suggest"] as const).map((value) => ({ value, label: say(value) }));
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")} />
      <Segments
        label={say("show")}
        value={view.value}
        options={options}
        onChange={(next) => {
          view.value = next;
        }}
      />
      {view.value === "explain" ? (
        <ExplainCall />
      ) : view.value === "whatIf" ? (
        <WhatIf />
      ) : (
        <RuleSuggestions />
      )}
    </div>
  );
}
