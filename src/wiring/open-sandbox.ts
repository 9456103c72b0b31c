import type { Config } from "../config/config-schema.ts";
import { DejimaError } from "../contract/error.ts";
import { createSandbox, type SandboxOptions } from "../sandbox/create-sandbox.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";

/** The sandbox that the config asks for; refuses when it turns execution off or nothing that holds works here. */
export async function openSandbox(config: Config["sandbox"]): Promise<Sandbox> {
  if (!config.enabled) {
    throw new DejimaError("spawn_failed", "Cannot run code: sandbox.enabled is false in the config");
  }
  return createSandbox(sandboxOptions(config));
}

/** The config in the sandbox's own words. */
export function sandboxOptions(config: Config["sandbox"]): SandboxOptions {
  return {
    driver: config.driver,
    docker: { socket: config.socket, image: config.image, runtime: config.runtime },
    ...(config.warm ? { warmPool: {} } : {}),
    limits: {
      wallTimeMs: Math.max(config.timeout, config.scriptTimeout),
      cpuTimeMs: config.cpuTime,
      cpus: config.cpu,
      memoryBytes: config.memory,
      processes: config.processes,
      fileSizeBytes: config.fileSize,
      workspaceBytes: config.workspaceSize,
      openFiles: config.openFiles,
      outputBytes: config.output,
    },
  };
}
