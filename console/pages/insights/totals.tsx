import type { DayFigures } from "../../../src/contract/figures/day-figures.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Figures } from "../../parts/figures.tsx";
import { insightsWords } from "../../words/insights.ts";

/** The sums of the period. */
export function Totals({ days }: { days: readonly DayFigures[] }) {
  const say = useWords(insightsWords);
  const { number } = useFormat();
  const sum = (field: Exclude<keyof DayFigures, "day">) => days.reduce((total, day) => total + day[field], 0);
  const calls = sum("calls");
  const rate = calls === 0 ? 0 : (100 * sum("failures")) / calls;
  const totals = [
    [say("runs"), number(sum("runs"))],
    [say("calls"), number(calls)],
    [say("failureRate"), `${number(rate)} %`],
    [say("tokensSaved"), number(sum("tokensSaved"))],
    [say("asked"), number(sum("asked"))],
  ] as const;
  return <Figures of={totals} />;
}
