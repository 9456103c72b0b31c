import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { VerdictBadge } from "../../parts/call/verdict-badge.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { Note } from "../../parts/note.tsx";
import { policyWords } from "../../words/policy.ts";
import { RuleForm } from "./rule-form.tsx";

type Verdict = "allow" | "ask" | "deny";

/** A changed rule, and its previous verdict. */
export interface ChangedRule {
  readonly rule: string;
  readonly before: Verdict | null;
}

/** The rules of the folder: read, change, remove, and undo the last change. */
export function RuleList() {
  const { api } = useConsole();
  const say = useWords(policyWords);
  const report = useReport();
  const rules = useData(() => api.get("/api/policy"), [api]);
  const last = useSignal<ChangedRule | undefined>(undefined);
  const change = async (rule: string, verdict: Verdict | null, undoing = false) => {
    try {
      const { before } = await api.send("PUT", "/api/policy/rules", { body: { rule, verdict } });
      last.value = undoing ? undefined : { rule, before: before ?? null };
      await rules.reload();
    } catch (error) {
      report(error);
    }
  };
  return (
    <LoadedView data={rules}>
      {({ safe, confirm, deny, file }) => {
        const rows = [
          ...deny.map((rule) => ({ rule, verdict: "deny" as const })),
          ...confirm.map((rule) => ({ rule, verdict: "ask" as const })),
          ...safe.map((rule) => ({ rule, verdict: "allow" as const })),
        ];
        return (
          <div class="stack">
            {last.value === undefined ? null : (
              <Note tone="good">
                {say("ruleChanged", { rule: last.value.rule })}{" "}
                <Button
                  kind="quiet"
                  onClick={() => {
                    const latest = last.value;
                    if (latest !== undefined) void change(latest.rule, latest.before, true);
                  }}
                >
                  {say("undoRule")}
                </Button>
              </Note>
            )}
            {rows.length === 0 ? (
              <EmptyState icon="policy" title={say("noRules")}>
                <p>{say("noRulesBody")}</p>
              </EmptyState>
            ) : (
              <ul class="rows">
                {rows.map(({ rule, verdict }) => (
                  <li key={rule} class="row" data-rule={rule}>
                    <div class="row-text">
                      <p class="row-title">
                        <VerdictBadge verdict={verdict} /> <code>{rule}</code>
                      </p>
                    </div>
                    {file === undefined ? null : (
                      <Button kind="quiet" onClick={() => void change(rule, null)}>
                        {say("removeRule")}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )}
            {file === undefined ? (
              <Note>{say("rulesFixed")}</Note>
            ) : (
              <NeedsRole needed="admin">
                <RuleForm onApply={change} />
                <p class="faint tiny">{say("rulesFile", { file })}</p>
              </NeedsRole>
            )}
          </div>
        );
      }}
    </LoadedView>
  );
}
