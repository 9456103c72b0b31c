import { useConsole } from "../core/console-context.ts";
import { useFormat } from "../core/use-format.ts";

interface TimeProps {
  readonly at: number | string;
  /** The form: relative, or as a date. */
  readonly form?: "ago" | "date";
}

/** A time for people. Hovering shows the second and the time zone. */
export function Time({ at, form = "ago" }: TimeProps) {
  const { clock } = useConsole();
  const format = useFormat();
  return (
    <time dateTime={new Date(at).toISOString()} title={format.exact(at)}>
      {form === "ago" ? format.ago(at, clock.value) : format.dateTime(at)}
    </time>
  );
}
