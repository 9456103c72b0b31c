import type { HarbourEvent } from "../../src/contract/event.ts";

/** The tools whose calls ran and ended well, in order: a test of what must not happen first shows that something did. */
export function toolsThatRan(events: readonly HarbourEvent[]): string[] {
  return events.flatMap((event) => (event.type === "call-end" && event.result.ok ? [event.tool] : []));
}
