import type { Tool } from "../../../contract/tool.ts";
import type { ToolRegistry } from "../../../tool/tool-registry.ts";
import { createCurrentTime } from "./current-time.ts";
import { detectPlatform } from "./detect-platform.ts";
import { enableThinking } from "./enable-thinking.ts";
import { getEnv } from "./get-env.ts";
import { createGetRunLog, type ReadRunLog } from "./get-run-log.ts";
import { createGetToolInfo } from "./get-tool-info.ts";
import { createReadObservation, type ReadObservation } from "./read-observation.ts";
import { setEnv } from "./set-env.ts";
import { sleep } from "./sleep.ts";

/** What the system tools look into; the runtime hands it over. */
export interface SystemToolSources {
  readonly registry: ToolRegistry;
  readonly readRunLog: ReadRunLog;
  readonly readObservation: ReadObservation;
}

/** The tools of the system family. */
export function systemTools({ registry, readRunLog, readObservation }: SystemToolSources): Tool[] {
  return [
    createCurrentTime(),
    sleep,
    getEnv,
    setEnv,
    detectPlatform,
    enableThinking,
    createGetToolInfo(registry),
    createGetRunLog(readRunLog),
    createReadObservation(readObservation),
  ];
}
