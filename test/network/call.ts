import type { ConfigInput } from "../../src/config/schema/config-schema.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import { aRuntime } from "../support/a-runtime.ts";

/** Calls a tool through the whole gate, where loopback may be reached and sending to it is allowed. */
export async function call(tool: string, input: object, config: ConfigInput = {}): Promise<Outcome> {
  await using world = await aRuntime({
    config: {
      network: { allowPrivate: ["127.0.0.1"] },
      permissions: { safe: ["host.send(http://127.0.0.1:*/**)", "http_*(http://127.0.0.1:*/**)"] },
      ...config,
    },
  });
  return await world.runtime.execute(tool, input); // before the runtime is closed
}
