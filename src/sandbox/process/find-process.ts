import { ALL_LIMITS, type FoundDriver } from "../driver-report.ts";
import { createProcessDriver } from "../process-driver.ts";

/** The plain process works anywhere and proves nothing: it is there for those who name it. */
export function findProcess(): FoundDriver {
  const held = ["wallTimeMs", "cpuTimeMs", "fileSizeBytes", "workspaceBytes", "openFiles", "outputBytes"];
  return {
    report: {
      name: "process",
      usable: true,
      boundary: "not a security boundary",
      proof: [],
      limits: { mechanism: "rlimits only", notHeld: ALL_LIMITS.filter((name) => !held.includes(name)) },
      reason: "used only when the configuration names it",
    },
    driver: createProcessDriver(),
  };
}
