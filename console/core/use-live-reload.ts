import { useEffect } from "preact/hooks";
import type { EventType } from "../../src/contract/event.ts";
import { useConsole } from "./console-context.ts";

/** Reloads when one of these events happens, and after the connection was lost. */
export function useLiveReload(
  types: readonly (EventType | "conversation-titled" | "message-told")[],
  reload: () => Promise<void>,
): void {
  const { live } = useConsole();
  useEffect(
    () =>
      live.subscribe((event) => {
        if (event === "connected" || types.some((type) => type === event.type)) void reload();
      }),
    // The types are literals at each use and never change.
    [live, reload],
  );
}
