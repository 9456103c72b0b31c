import { type Driver, drive } from "../../agent/workflow/drive.ts";
import type { AgentDriverName } from "../../contract/config-names.ts";
import { DejimaError } from "../../contract/error.ts";
import { once } from "../../support/once.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** The driver of the agent's workflow: a built-in one by name, or the caller's own function. */
export function chooseDriver(chosen: Driver | AgentDriverName): {
  readonly drive: Driver;
  readonly driver?: AgentDriverName;
} {
  if (typeof chosen === "function") return { drive: chosen };
  return { driver: chosen, drive: chosen === "own" ? drive : langGraph() };
}

// Loaded with the first message, so that only users of this driver need the package.
function langGraph(): Driver {
  const loaded = once(async () => {
    try {
      const { langGraphDriver } = await import("../../agent/langgraph/agent-graph.ts");
      return langGraphDriver();
    } catch (cause) {
      const why = `Cannot use the driver "langgraph": ${thrownText(cause)}. Or set agent.driver to own`;
      throw new DejimaError("invalid_input", why, { driver: "langgraph" }, { cause });
    }
  });
  return async (start, world, steps) => (await loaded.get())(start, world, steps);
}
