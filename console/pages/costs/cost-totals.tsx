import type { SpendSum } from "../../../src/contract/figures/spend.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Figures } from "../../parts/figures.tsx";
import { Note } from "../../parts/note.tsx";
import { costsWords } from "../../words/costs.ts";
import { add } from "./add.ts";

/** The sums of the period, and the month's forecast. */
export function CostTotals({ days }: { days: readonly SpendSum[] }) {
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
