import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { createEnvelopeReader, receiveCall } from "./calls/call-path.ts";
import type { PlainCallEnd } from "./calls/connection-calls.ts";
import { STDIO } from "./client.ts";
import { type DoorOptions, openDoor } from "./door.ts";
import { type ConnectedClient, createConnectedClient } from "./gateway-server.ts";
import { listenedResources } from "./offers/resources.ts";
import { isDoorTool } from "./offers/tools.ts";

interface StdioDoorOptions extends Pick<DoorOptions, "runtime" | "mode" | "builtins"> {
  readonly signal: AbortSignal;
}

/** Serves one client over stdin and stdout, until either is closed. */
export async function serveStdio({ signal, ...options }: StdioDoorOptions): Promise<void> {
  const { runtime } = options;
  const door = await openDoor(options);
  const clients = new Set<ConnectedClient>();
  let latest: { readonly client: ConnectedClient; readonly modern: boolean } | undefined;
  const forget = door.onNews((news) => {
    for (const client of clients) client.notify(news);
  });
  const transport = new StdioServerTransport();
  const clientIn = createEnvelopeReader();

  /** Starts answering a plain call. Returns `undefined` for any other message, which the SDK answers. */
  function answerPlain(message: JSONRPCMessage): Promise<PlainCallEnd> | undefined {
    const call = receiveCall(message);
    if (call === undefined || latest === undefined) return undefined;
    if (isDoorTool(call.tool) || !runtime.registry.has(call.tool)) return undefined;
    const { envelope } = call;
    if (latest.modern !== (envelope !== undefined)) return undefined;
    const client = envelope === undefined ? latest.client.who() : clientIn(envelope, STDIO);
    if (client === undefined) return undefined;
    const how = { client, logLevel: latest.client.logLevel(), wantsLog: envelope === undefined };
    return latest.client.calls.answer(call, how);
  }

  function cancels(message: JSONRPCMessage): boolean {
    if (!("method" in message) || message.method !== "notifications/cancelled") return false;
    return latest?.client.calls.cancel(message.params?.requestId) === true;
  }

  const start = transport.start.bind(transport);
  transport.start = () => {
    const passOn = transport.onmessage;
    transport.onmessage = (message) => {
      // The SDK answers a client that listens; this also subscribes at the servers that have the resources.
      for (const uri of listenedResources(message))
        for (const { watcher } of clients) void watcher.add(uri).catch(() => {});
      if (cancels(message)) return;
      const plain = answerPlain(message);
      if (plain === undefined) passOn?.(message);
      else
        void plain.then(async (end) => {
          // The response has the shape of a result; the transport's type names every one of its fields.
          if (end.type === "response") await transport.send(end.response as JSONRPCMessage);
          else if (end.type === "handed-over") passOn?.(message);
        });
    };
    return start();
  };
  const connect = ({ era }: { readonly era: "modern" | "legacy" }) => {
    const client = createConnectedClient(door, STDIO);
    clients.add(client);
    latest = { client, modern: era === "modern" };
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
  await door.close();
}
