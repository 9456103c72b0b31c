import type { Config } from "../config/config-schema.ts";
import type { DialVeto } from "../contract/dial.ts";
import type { Listeners } from "../support/listeners.ts";

/** The rules of every way out: the guarded client, remote MCP servers, and the proxy of the sandbox. */
export interface Outside {
  readonly network: Config["network"];
  readonly veto: DialVeto;
}

/** Makes the rules that hold whatever the config permits: nothing reaches Dejima itself. */
export function createOutside(network: Config["network"], listeners: Listeners): Outside {
  return {
    network,
    veto({ address, port }) {
      if (address !== undefined && listeners.holds(address, port))
        return "Dejima itself listens there, and no tool may speak to it";
      return undefined;
    },
  };
}
