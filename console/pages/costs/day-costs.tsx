import { useMemo } from "preact/hooks";
import type { SpendSum } from "../../../src/contract/figures/spend.ts";
import { useWords } from "../../core/words.ts";
import { ChartCard } from "../../parts/chart/chart-card.tsx";
import { costsWords } from "../../words/costs.ts";

const DAY_MS = 86_400_000;
const MILLION = 1_000_000;

/** The cost of each day of the period. */
export function DayCosts({ days, since }: { days: readonly SpendSum[]; since: string }) {
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
