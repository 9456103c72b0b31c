import { createDriverSandbox } from "../../src/sandbox/driver-sandbox.ts";
import { DEFAULT_LIMITS } from "../../src/sandbox/limit/limits.ts";
import { createProcessDriver } from "../../src/sandbox/process/process-driver.ts";
import { sandboxConformance } from "./conformance.ts";

sandboxConformance({
  title: "process, not a security boundary",
  create: async () => createDriverSandbox(createProcessDriver(), DEFAULT_LIMITS),
  cannotHide: ": a plain process sees everything",
  cannotWithhold: ": a plain process runs what is there",
  holds: ["wallTimeMs", "cpuTimeMs", "fileSizeBytes", "workspaceBytes", "openFiles", "outputBytes"],
});
