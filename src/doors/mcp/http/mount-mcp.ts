import type { Caller } from "../../../access/roles.ts";
import { once } from "../../../support/once.ts";
import { createMcpEndpoint, type EndpointOptions } from "./mcp-endpoint.ts";

/** MCP as a part of another server, which has found out who calls. */
export interface MountedMcp {
  fetch(request: Request, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}

/** Makes the part. Nothing is opened, and no server of the config is started, before the first request comes. */
export function mountMcp(options: EndpointOptions): MountedMcp {
  const endpoint = once(() => createMcpEndpoint(options));
  return {
    async fetch(request, caller) {
      const { know, fetch } = await endpoint.get();
      know(caller);
      return fetch(request, caller.name);
    },
    async close() {
      await (await endpoint.made?.catch(() => undefined))?.close();
    },
  };
}
