import { type PinStore, pinOfPackage } from "../sources/mcp/pin.ts";
import type { DocumentRepository } from "../store/store.ts";

const PINS = "mcp-pins";

/** Opens the pins of MCP servers in the store. */
export function openPins(documents: DocumentRepository): PinStore {
  return {
    async get(server, integrity) {
      const key = integrity === undefined ? undefined : pinOfPackage(server, integrity);
      const next = key === undefined ? undefined : await documents.get(PINS, key);
      if (key === undefined || next === undefined) return documents.get(PINS, server);
      await documents.put(PINS, server, next);
      await documents.delete(PINS, key);
      return next;
    },
    put: (server, pin) => documents.put(PINS, server, pin),
    delete: (server) => documents.delete(PINS, server),
  };
}
