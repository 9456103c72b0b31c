import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** How long something has gone on, told anew every second while it does. */
export function useElapsed(since: string, goesOn: boolean): number {
  const elapsed = useSignal(0);
  useEffect(() => {
    if (!goesOn) return undefined;
    const look = () => {
      elapsed.value = Math.max(0, Date.now() - Date.parse(since));
    };
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [since, goesOn]);
  return elapsed.value;
}
