import type { Client } from "undici";
import { type PinOptions, pinnedConnection, type Undici } from "./pinned-connection.ts";

/** A connection while one request has it. */
interface HeldConnection {
  readonly client: Client;
  /** Gives it back. It is used again only if the answer was read to its end. */
  release(whole: boolean): void;
}

/** Where connections come from. */
export interface Connections {
  take(undici: Undici, origin: string, options: PinOptions): HeldConnection;
}

const end = (client: Client) => void client.destroy().catch(() => {});

/** A connection for each request, which ends with it. */
export const singleConnections: Connections = {
  take(undici, origin, options) {
    const client = pinnedConnection(undici, origin, options);
    return { client, release: () => end(client) };
  },
};

/** So many rest at most; each closes by itself after a few seconds. */
const MAX_RESTING = 16;

interface Resting {
  readonly client: Client;
  readonly told: { onConnect(address: string): void; address: string };
}

/**
 * Connections that are used again, one request at a time, for the same origin and only while its name stands for the very same
 * addresses: each request has been judged anew before it gets here.
 */
export function keptConnections(): Connections {
  const resting = new Map<string, Resting[]>();
  let count = 0;

  function open(undici: Undici, origin: string, options: PinOptions): Resting {
    const told: Resting["told"] = { onConnect: options.onConnect, address: "" };
    const onConnect = (address: string) => {
      told.address = address;
      told.onConnect(address);
    };
    return { client: pinnedConnection(undici, origin, { ...options, onConnect, kept: true }), told };
  }

  return {
    take(undici, origin, options) {
      const key = `${origin} ${options.addresses.toSorted().join(" ")}`;
      const list = resting.get(key) ?? [];
      const again = list.pop();
      if (again !== undefined) count--;
      if (list.length === 0) resting.delete(key);
      const held = again ?? open(undici, origin, options);
      held.told.onConnect = options.onConnect;
      // One that has closed since is opened anew with the request, and tells by itself.
      if (held.told.address !== "") options.onConnect(held.told.address);
      return {
        client: held.client,
        release(whole) {
          held.told.onConnect = () => {};
          if (!whole || count >= MAX_RESTING) return end(held.client);
          count++;
          resting.set(key, [...(resting.get(key) ?? []), held]);
        },
      };
    },
  };
}
