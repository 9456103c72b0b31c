import { useFormat } from "../core/use-format.ts";

/** A score, as a number and as a bar. */
export function ScoreBar({ score, label }: { score: number; label: string }) {
  const percent = Math.max(0, Math.min(100, Math.round(score * 100)));
  const { number } = useFormat();
  return (
    <span class="score" role="img" aria-label={label} title={label}>
      <span class="score-bar">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span class="score-figure">{number(percent)}%</span>
    </span>
  );
}
