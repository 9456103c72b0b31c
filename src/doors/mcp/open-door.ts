import { setTimeout as delay } from "node:timers/promises";
import type { Runtime } from "../../runtime.ts";
import { createCallDesk } from "./call-desk.ts";
import type { DoorParts } from "./harbour-server.ts";
import type { ListMode } from "./tool-list.ts";

/** How long the first list waits for servers that were never seen; later ones are announced when they come. */
const DISCOVERY_MS = 5_000;

/** Opens what all connections of the door share. */
export async function openDoor(
  runtime: Runtime,
  mode: ListMode,
): Promise<DoorParts & { onToolsChanged(listener: () => void): () => void }> {
  await runtime.ready();
  const mcp = await runtime.mcp();
  const found = mcp.discover();
  return {
    runtime,
    mode,
    desk: createCallDesk(runtime),
    discovered: Promise.race([found, delay(DISCOVERY_MS, undefined, { ref: false })]),
    onToolsChanged: (listener) => mcp.onChange(listener),
  };
}
