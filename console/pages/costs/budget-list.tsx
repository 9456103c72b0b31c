import { useSignal } from "@preact/signals";
import type { SpendSum } from "../../../src/contract/figures/spend.ts";
import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { ProgressBar } from "../../parts/progress-bar.tsx";
import { costsWords } from "../../words/costs.ts";
import { BudgetForm, SCOPE_WORDS } from "./budget-form.tsx";

type Budget = Answer<"get", "/api/cost/budgets">["budgets"][number];

/** The budgets in effect. Each can be changed and removed. */
export function BudgetList({ today }: { today: SpendSum | undefined }) {
  const { api, notices } = useConsole();
  const say = useWords(costsWords);
  const report = useReport();
  const budgets = useData(async () => (await api.get("/api/cost/budgets")).budgets, []);
  const editing = useSignal<Budget | "new" | undefined>(undefined);
  const removing = useSignal<Budget | undefined>(undefined);
  const remove = async ({ scope, name }: Budget) => {
    removing.value = undefined;
    try {
      await api.send("DELETE", "/api/cost/budgets/{scope}", {
        params: { scope },
        query: name === undefined ? {} : { name },
      });
      notices.show("done", say("budgetRemoved"));
    } catch (error) {
      report(error);
    }
    await budgets.reload();
  };
  return (
    <section class="stack" aria-label={say("budgets")}>
      <div class="line wrap">
        <h2>{say("budgets")}</h2>
        <Button
          small
          icon="plus"
          onClick={() => {
            editing.value = "new";
          }}
        >
          {say("setBudget")}
        </Button>
      </div>
      <p class="soft small">{say("budgetsLead")}</p>
      <LoadedView data={budgets}>
        {(list) =>
          list.length === 0 ? (
            <p class="soft">{say("noBudgets")}</p>
          ) : (
            <ul class="rows">
              {list.map((budget) => (
                <li key={`${budget.scope} ${budget.name ?? ""}`}>
                  <BudgetRow
                    budget={budget}
                    today={today}
                    onEdit={() => {
                      editing.value = budget;
                    }}
                    onRemove={() => {
                      removing.value = budget;
                    }}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
      {editing.value === undefined ? null : (
        <BudgetForm
          budget={editing.value === "new" ? undefined : editing.value}
          onClose={() => {
            editing.value = undefined;
          }}
          onSet={() => void budgets.reload()}
        />
      )}
      {removing.value === undefined ? null : (
        <Confirm
          danger
          title={say("removeTitle")}
          action={say("remove")}
          onConfirm={() => removing.value !== undefined && void remove(removing.value)}
          onClose={() => {
            removing.value = undefined;
          }}
        >
          <p>{say("removeBudget", { scope: budgetName(removing.value, say) })}</p>
        </Confirm>
      )}
    </section>
  );
}

function budgetName({ scope, name }: Budget, say: ReturnType<typeof useWords<typeof costsWords>>): string {
  const words = say(SCOPE_WORDS[scope]);
  return name === undefined ? words : say("budgetOf", { scope: words, name });
}

interface BudgetRowProps {
  readonly budget: Budget;
  readonly today: SpendSum | undefined;
  onEdit(): void;
  onRemove(): void;
}

function BudgetRow({ budget, today, onEdit, onRemove }: BudgetRowProps) {
  const say = useWords(costsWords);
  const { money, number } = useFormat();
  const { scope, cost, tokens } = budget;
  const limits = [
    ...(cost === undefined ? [] : [money(cost)]),
    ...(tokens === undefined ? [] : [say("tokensMost", { count: number(tokens) })]),
  ];
  const [first = "", second] = limits;
  const name = budgetName(budget, say);
  const spent = today?.cost ?? 0;
  return (
    <div class="row">
      <div class="row-text">
        <p class="row-title">{name}</p>
        <p class="soft small">{second === undefined ? first : say("and", { first, second })}</p>
        {scope !== "day" || cost === undefined || cost === 0 ? null : (
          <>
            <p class="faint tiny">{say("spentToday", { spent: money(spent), most: money(cost) })}</p>
            <ProgressBar label={name} fraction={Math.min(1, spent / cost)} />
          </>
        )}
      </div>
      <span class="row-side">
        <Button
          small
          kind="quiet"
          icon="edit"
          label={say("changeBudget", { scope: name })}
          onClick={onEdit}
        />
        <Button
          small
          kind="quiet"
          icon="trash"
          label={say("removeBudget", { scope: name })}
          onClick={onRemove}
        />
      </span>
    </div>
  );
}
