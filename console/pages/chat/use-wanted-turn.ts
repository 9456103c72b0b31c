import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Turn } from "./turn.ts";

interface WantedTurn {
  /** The run in the address, if any. */
  readonly runId: string | undefined;
  readonly turns: readonly Turn[];
  readonly flow: RefObject<HTMLElement | null>;
  readonly following: Signal<boolean>;
  readonly onEarlier: (() => Promise<void>) | undefined;
}

/** Scrolls to the turn that a link names, once. Loads earlier turns until it is found. */
export function useWantedTurn({ runId, turns, flow, following, onEarlier }: WantedTurn): void {
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (runId === undefined || shown.current === runId) return;
    if (!turns.some((turn) => turn.runId === runId)) {
      void onEarlier?.();
      return;
    }
    shown.current = runId;
    // The last turn is followed anyway.
    if (turns.at(-1)?.runId === runId) return;
    following.value = false;
    const turn = flow.current?.querySelector<HTMLElement>(`[data-run="${CSS.escape(runId)}"]`);
    turn?.scrollIntoView({ block: "start" });
    turn?.classList.add("wanted");
  }, [runId, turns]);
}
