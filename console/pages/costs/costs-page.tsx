import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useChoice } from "../../core/use-choice.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Segments } from "../../parts/segments.tsx";
import { costsWords } from "../../words/costs.ts";
import { BudgetList } from "./budget-list.tsx";
import { CostTable } from "./cost-table.tsx";
import { CostTotals } from "./cost-totals.tsx";
import { DayCosts } from "./day-costs.tsx";
import { PriceList } from "./price-list.tsx";

const PERIODS = ["month", "days7", "days30", "days90"] as const;
const DAY_MS = 86_400_000;

/** The cost of models and tools, its forecast, and the budgets. */
export function CostsPage() {
  const say = useWords(costsWords);
  const [period, show] = useChoice("period", PERIODS);
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")}>
        <Segments
          label={say("period")}
          value={period}
          options={PERIODS.map((value) => ({ value, label: say(value) }))}
          onChange={show}
        />
      </PageHead>
      <NeedsRole needed="admin">
        <Costs since={firstDay(period)} />
      </NeedsRole>
    </div>
  );
}

function Costs({ since }: { since: string }) {
  const { api } = useConsole();
  const say = useWords(costsWords);
  const may = useMay("admin");
  const sums = useData(async () => {
    const [days, models] = await Promise.all([
      api.get("/api/cost", { query: { by: "day", since } }),
      api.get("/api/cost", { query: { by: "model", since } }),
    ]);
    return { days: days.sums, models: models.sums };
  }, [since, may]);
  const { days = [], models = [] } = sums.value ?? {};
  return (
    <>
      <LoadedView data={sums}>
        {() =>
          days.length === 0 ? (
            <EmptyState icon="costs" title={say("emptyTitle")}>
              <p>{say("emptyBody")}</p>
            </EmptyState>
          ) : (
            <>
              <CostTotals days={days} />
              <DayCosts days={days} since={since} />
              <CostTable since={since} known={{ day: days, model: models }} />
            </>
          )
        }
      </LoadedView>
      <BudgetList today={days.find(({ key }) => key === today())} />
      <PriceList
        unpriced={models.filter(({ key, unpriced }) => key !== "" && unpriced > 0).map(({ key }) => key)}
      />
    </>
  );
}

/** Days are those of the ledger, in UTC. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function firstDay(period: (typeof PERIODS)[number]): string {
  if (period === "month") return `${today().slice(0, 7)}-01`;
  const back = Number(period.slice("days".length)) - 1;
  return new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
}
