import { ALL_LIMITS, type FoundDriver } from "./driver-report.ts";
import { createProcessDriver } from "./process-driver.ts";
import { hasResourceLimits } from "./resource-limits.ts";

/** The plain process works anywhere and proves nothing: it is there for those who name it. */
export function findProcess(): FoundDriver {
  const watched = ["wallTimeMs", "workspaceBytes", "outputBytes"];
  const limited = hasResourceLimits() ? [...watched, "cpuTimeMs", "fileSizeBytes", "openFiles"] : watched;
  return {
    report: {
      name: "process",
      usable: true,
      boundary: "not a security boundary",
      proof: [],
      limits: { mechanism: "rlimits only", notHeld: ALL_LIMITS.filter((name) => !limited.includes(name)) },
      reason: "used only when the configuration names it",
    },
    driver: createProcessDriver(),
  };
}
