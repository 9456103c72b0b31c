import { type PinStore, pinOfPackage, pinSchema } from "../../sources/mcp/pin.ts";
import type { Store } from "../../store/store.ts";

const PINS = "mcp-pins";

/** Pins in the store, without versions. */
export function storedPins(store: () => Promise<Store>): PinStore {
  const documents = async () => (await store()).documents;
  return {
    get: async (server) => (await documents()).get(PINS, server),
    put: async (server, pin) => (await documents()).put(PINS, server, pin),
    delete: async (server) => (await documents()).delete(PINS, server),
  };
}

/** Opens the pins of MCP servers. A pin that an update stored for a package takes effect once the config names that package. */
export function openPins(stored: PinStore): PinStore {
  return {
    async get(server, integrity) {
      const key = integrity === undefined ? undefined : pinOfPackage(server, integrity);
      const next = key === undefined ? undefined : pinSchema.safeParse(await stored.get(key)).data;
      if (key === undefined || next === undefined) return stored.get(server);
      const note = { by: "dejima", change: `update ${server}` };
      await stored.put(server, next, note);
      await stored.delete(key, note);
      return next;
    },
    put: (...given) => stored.put(...given),
    delete: (...given) => stored.delete(...given),
  };
}
