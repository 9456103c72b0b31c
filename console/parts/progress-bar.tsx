/** The progress of something. Without a fraction, only that it is under way. */
export function ProgressBar({ label, fraction }: { label: string; fraction?: number | undefined }) {
  const percent = fraction === undefined ? undefined : Math.round(fraction * 100);
  return (
    <div
      class={percent === undefined ? "bar unknown" : "bar"}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={percent === undefined ? {} : { width: `${percent}%` }} />
    </div>
  );
}
