import type { Client, McpSubscription } from "@modelcontextprotocol/client";

/** The resources of one server that somebody wants to hear about, across its restarts. */
interface ResourceWatch {
  add(uri: string, client: Client): Promise<void>;
  /** Ends one wish; the last one for a resource tells the server, where it still runs. */
  remove(uri: string, client: Client | undefined): Promise<void>;
  /** Subscribes at a server that was started anew. */
  resume(client: Client): Promise<void>;
}

export function createResourceWatch(): ResourceWatch {
  const overrides = new Map<string, number>();
  const streams = new Map<string, McpSubscription>();

  // The newer protocol has a stream for each wish; the older one a request that opens and one that ends it.
  async function subscribe(uri: string, client: Client): Promise<void> {
    if (client.getProtocolEra() !== "modern") await client.subscribeResource({ uri });
    else streams.set(uri, await client.listen({ resourceSubscriptions: [uri] }));
  }

  return {
    async add(uri, client) {
      const before = overrides.get(uri) ?? 0;
      if (before === 0) await subscribe(uri, client);
      overrides.set(uri, before + 1);
    },
    async remove(uri, client) {
      const left = (overrides.get(uri) ?? 0) - 1;
      if (left > 0) return void overrides.set(uri, left);
      overrides.delete(uri);
      const stream = streams.get(uri);
      streams.delete(uri);
      if (stream !== undefined) await stream.close();
      else await client?.unsubscribeResource({ uri });
    },
    async resume(client) {
      streams.clear();
      for (const uri of overrides.keys()) await subscribe(uri, client).catch(() => {}); // it may no longer have it
    },
  };
}
