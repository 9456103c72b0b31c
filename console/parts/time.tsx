import { useConsole } from "../core/console-context.ts";
import { useFormat } from "../core/use-format.ts";

interface TimeProps {
  readonly at: number | string;
  /** How it is told: how long ago, or as a date. */
  readonly form?: "ago" | "date";
}

/** A moment, as people say it; pointed at, it tells the second and the time zone. */
export function Time({ at, form = "ago" }: TimeProps) {
  const { clock } = useConsole();
  const format = useFormat();
  return (
    <time dateTime={new Date(at).toISOString()} title={format.exact(at)}>
      {form === "ago" ? format.ago(at, clock.value) : format.dateTime(at)}
    </time>
  );
}
