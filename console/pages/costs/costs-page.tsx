import { useMemo } from "preact/hooks";
import type { SpendSum } from "../../../src/contract/figures/spend.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useChoice } from "../../core/use-choice.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { ChartCard } from "../../parts/chart/chart-card.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Figures } from "../../parts/figures.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { Note } from "../../parts/note.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Segments } from "../../parts/segments.tsx";
import { costsWords } from "../../words/costs.ts";
import { add } from "./add.ts";
import { BudgetList } from "./budget-list.tsx";
import { CostTable } from "./cost-table.tsx";
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

/** The sums of the period, and the month's forecast. */
function CostTotals({ days }: { days: readonly SpendSum[] }) {
  const { api } = useConsole();
  const say = useWords(costsWords);
  const { money, number } = useFormat();
  const forecast = useData(() => api.get("/api/cost/forecast"), []).value;
  const unpriced = add(days, "unpriced");
  const totals = [
    [say("cost"), money(add(days, "cost"))],
    [say("today"), forecast === undefined ? "…" : money(forecast.today)],
    [say("expected"), forecast === undefined ? "…" : money(forecast.expected)],
    [say("saved"), money(add(days, "saved"))],
    [say("calls"), number(add(days, "calls"))],
    [say("tokens"), number(add(days, "inputTokens") + add(days, "outputTokens"))],
  ] as const;
  return (
    <>
      <Figures of={totals} />
      {unpriced === 0 ? null : <Note tone="care">{say("unpricedNote", { count: unpriced })}</Note>}
    </>
  );
}

const MILLION = 1_000_000;

/** The cost of each day of the period. */
function DayCosts({ days, since }: { days: readonly SpendSum[]; since: string }) {
  const say = useWords(costsWords);
  const [cost, saved] = [say("cost"), say("saved")];
  // A new list redraws the chart, so the same one is kept.
  const { all, series } = useMemo(() => {
    const names = daysFrom(since);
    const sumOf = new Map(days.map((sum) => [sum.key, sum]));
    const values = (field: "cost" | "saved") => names.map((day) => (sumOf.get(day)?.[field] ?? 0) / MILLION);
    return {
      all: names,
      series: [
        { label: cost, colour: "accent", kind: "bars", values: values("cost") },
        { label: saved, colour: "good", kind: "line", values: values("saved") },
      ] as const,
    };
  }, [days, since, cost, saved]);
  return <ChartCard money title={cost} unit={say("costUnit")} days={all} series={series} />;
}

/** The days from one until today, in UTC. */
function daysFrom(since: string): string[] {
  const count = Math.floor((Date.now() - Date.parse(since)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(1, count) }, (_nothing, index) =>
    new Date(Date.parse(since) + index * DAY_MS).toISOString().slice(0, 10),
  );
}
