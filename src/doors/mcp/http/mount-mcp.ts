import type { Caller } from "../../../access/roles.ts";
import { once } from "../../../support/once.ts";
import { createMcpEndpoint, type EndpointOptions } from "./mcp-endpoint.ts";
import type { NodeExchange } from "./quick-exchange.ts";

/** MCP as a part of another server, whose entrance has let the caller in. */
interface MountedMcp {
  /** Opens it before the first request: servers of the config are looked at in the meantime. */
  open(): Promise<unknown>;
  /** Answers a request. `undefined`: it has written its answer to `exchange.outgoing`. */
  fetch(request: Request, caller: Caller, exchange: NodeExchange | undefined): Promise<Response | undefined>;
  close(): Promise<void>;
}

/** Makes the part. Unless it is opened, nothing is, and no server of the config is started, before the first request comes. */
export function mountMcp(options: EndpointOptions): MountedMcp {
  const endpoint = once(() => createMcpEndpoint(options));
  return {
    open: endpoint.get,
    fetch: async (request, caller, exchange) => (await endpoint.get()).fetch(request, caller, exchange),
    async close() {
      await (await endpoint.made?.catch(() => undefined))?.close();
    },
  };
}
