import { useEffect } from "preact/hooks";
import type { EventType } from "../../src/contract/event.ts";
import { useConsole } from "./console-context.ts";

/** Loads anew when one of these things happens on the server, and after a time in which nothing could be heard. */
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
    // The types are written out where this is used, and never change.
    [live, reload],
  );
}
