import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const SECOND = 1_000;

/** The elapsed time of something, updated every second while it is under way. */
export function useElapsed(since: string, goesOn: boolean): number {
  const elapsed = useSignal(0);
  useEffect(() => {
    if (!goesOn) return undefined;
    const look = () => {
      elapsed.value = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / SECOND) * SECOND);
    };
    look();
    const timer = setInterval(look, SECOND);
    return () => clearInterval(timer);
  }, [since, goesOn]);
  return elapsed.value;
}
