import type { McpServer } from "@modelcontextprotocol/server";
import { createHarbourServer } from "./harbour-server.ts";
import { createResourceWatcher, type ResourceWatcher } from "./offers/resource-watcher.ts";
import type { DoorNews, DoorParts } from "./open-door.ts";

/** A client whose connection stays: it can be told what changes. */
export interface ConnectedClient {
  readonly mcp: McpServer;
  readonly watcher: ResourceWatcher;
  tell(news: DoorNews): void;
}

/** Makes the server of one connection; what the client watches ends with it. */
export function createConnectedClient(door: DoorParts, principal: string): ConnectedClient {
  const mcp = createHarbourServer(door, principal);
  const { server } = mcp;
  const watcher = createResourceWatcher(door.upstreamContents);
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }) => {
    await watcher.add(uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", async ({ params: { uri } }) => {
    await watcher.remove(uri);
    return {};
  });
  server.onclose = () => void watcher.close();
  const send = (news: DoorNews): Promise<void> => {
    if (news === "tools") return server.sendToolListChanged();
    if (news === "prompts") return server.sendPromptListChanged();
    if (news === "resources") return server.sendResourceListChanged();
    return watcher.has(news.updated) ? server.sendResourceUpdated({ uri: news.updated }) : Promise.resolve();
  };
  // Whoever has gone need not be told.
  return { mcp, watcher, tell: (news) => void send(news).catch(() => {}) };
}
