import { useChoice } from "../../core/use-choice.ts";
import { useWords } from "../../core/words.ts";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Segments } from "../../parts/segments.tsx";
import { policyWords } from "../../words/policy.ts";
import { DutySwitches } from "./duty-switches.tsx";
import { ExplainCall } from "./explain-call.tsx";
import { RuleList } from "./rule-list.tsx";
import { RuleSuggestions } from "./rule-suggestions.tsx";
import { WhatIf } from "./what-if.tsx";

const VIEWS = ["rules", "explain", "whatIf", "suggest"] as const;

/** The policy: its rules, the verdict for one call, other rules tested on past calls, and suggestions. */
export function PolicyPage() {
  const say = useWords(policyWords);
  const [view, show] = useChoice("view", VIEWS);
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")} />
      <Segments
        label={say("show")}
        value={view}
        options={VIEWS.map((value) => ({ value, label: say(value) }))}
        onChange={show}
      />
      {view === "rules" ? (
        <>
          <RuleList />
          <DutySwitches />
        </>
      ) : view === "explain" ? (
        <ExplainCall />
      ) : view === "whatIf" ? (
        <NeedsRole needed="approver">
          <WhatIf />
        </NeedsRole>
      ) : (
        <NeedsRole needed="approver">
          <RuleSuggestions onApplied={() => show("rules")} />
        </NeedsRole>
      )}
    </div>
  );
}
