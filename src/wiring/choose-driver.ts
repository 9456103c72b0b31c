import { type Driver, drive } from "../agent/workflow/drive.ts";
import type { AgentDriverName } from "../contract/config-names.ts";
import { DejimaError } from "../contract/error.ts";
import { once } from "../support/once.ts";
import { thrownText } from "../support/thrown-text.ts";

/** What runs the workflow: one of ours by its name, or a function of the caller's. */
export function chooseDriver(chosen: Driver | AgentDriverName): {
  readonly drive: Driver;
  readonly driver?: AgentDriverName;
} {
  if (typeof chosen === "function") return { drive: chosen };
  return { driver: chosen, drive: chosen === "own" ? drive : langGraph() };
}

// Loaded with the first message: nobody who does not use it needs the package.
function langGraph(): Driver {
  const loaded = once(async () => {
    try {
      const { langGraphDriver } = await import("../agent/langgraph/agent-graph.ts");
      return langGraphDriver();
    } catch (cause) {
      const why = `Cannot use the driver "langgraph": ${thrownText(cause)}. Or set agent.driver to own`;
      throw new DejimaError("invalid_input", why, { driver: "langgraph" }, { cause });
    }
  });
  return async (start, world, steps) => (await loaded.get())(start, world, steps);
}
