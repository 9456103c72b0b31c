import type { Server } from "@modelcontextprotocol/server";
import { serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import type { Runtime } from "../../runtime.ts";
import { createHarbourServer } from "./harbour-server.ts";
import { openDoor } from "./open-door.ts";
import type { ListMode } from "./tool-list.ts";

export interface StdioDoorOptions {
  readonly runtime: Runtime;
  readonly mode: ListMode;
  readonly signal: AbortSignal;
}

/** Serves one client over this process's input and output, until either end is closed. */
export async function serveStdio({ runtime, mode, signal }: StdioDoorOptions): Promise<void> {
  const door = await openDoor(runtime, mode);
  const servers = new Set<Server>();
  const forget = door.onToolsChanged(() => {
    for (const server of servers) void server.sendToolListChanged().catch(() => {});
  });
  const handle = serve(() => {
    const server = createHarbourServer(door, "stdio");
    servers.add(server);
    server.onclose = () => void servers.delete(server);
    return server;
  });
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    process.stdin.once("end", () => resolve());
    process.stdin.once("close", () => resolve());
  });
  forget();
  await handle.close();
  await door.desk.close();
}
