import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import type { Runtime } from "../../runtime.ts";
import { STDIO } from "./client.ts";
import { type ConnectedClient, createConnectedClient } from "./connected-client.ts";
import { listenedResources } from "./offers/listened-resources.ts";
import type { ListMode } from "./offers/tool-list.ts";
import { openDoor } from "./open-door.ts";

interface StdioDoorOptions {
  readonly runtime: Runtime;
  readonly mode: ListMode;
  readonly signal: AbortSignal;
}

/** Serves one client over this process's input and output, until either end is closed. */
export async function serveStdio({ runtime, mode, signal }: StdioDoorOptions): Promise<void> {
  const door = await openDoor(runtime, mode);
  const clients = new Set<ConnectedClient>();
  const forget = door.onNews((news) => {
    for (const client of clients) client.tell(news);
  });
  const transport = new StdioServerTransport();
  const start = transport.start.bind(transport);
  // The SDK answers what a client listens to; the servers that have it must be told as well.
  transport.start = () => {
    const receive = transport.onmessage;
    transport.onmessage = (message) => {
      for (const uri of listenedResources(message))
        for (const { watcher } of clients) void watcher.add(uri).catch(() => {});
      receive?.(message);
    };
    return start();
  };
  const connect = () => {
    const client = createConnectedClient(door, STDIO);
    clients.add(client);
    return client.mcp;
  };
  const handle = serve(connect, { transport });
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    process.stdin.once("end", () => resolve());
    process.stdin.once("close", () => resolve());
  });
  forget();
  await handle.close();
  for (const { watcher } of clients) await watcher.close();
  await door.queue.close();
}
