import type { Config } from "../../config/schema/config-schema.ts";
import { DejimaError } from "../../contract/error.ts";
import { parseHostRules } from "../../network/admit-host.ts";
import { createSandbox, type SandboxOptions } from "../../sandbox/create-sandbox.ts";
import { createEngine } from "../../sandbox/docker/engine.ts";
import { DEFAULT_SOCKET, settleImage } from "../../sandbox/docker/find-docker.ts";
import { createImageDriver, type ImageProgram } from "../../sandbox/docker/image-driver.ts";
import type { Driver } from "../../sandbox/driver.ts";
import { createDriverSandbox, type NetworkOptions } from "../../sandbox/driver-sandbox.ts";
import { DEFAULT_LIMITS } from "../../sandbox/limit/limits.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { defined } from "../../support/defined.ts";
import { readHostPattern } from "../../support/network/host-pattern.ts";
import { type Once, once } from "../../support/once.ts";
import type { OutgoingRules } from "./outgoing-rules.ts";

/** The caller's own driver, instead of the one that the config names. */
interface OwnDriver {
  readonly driver?: Driver;
}

/**
 * Opens the sandbox of the config. Throws if the config turns execution off or no driver that contains
 * programs works here.
 */
export async function openSandbox(
  config: Config["sandbox"],
  outside?: OutgoingRules,
  { driver, ...more }: Pick<SandboxOptions, "unixSockets"> & OwnDriver = {},
): Promise<Sandbox> {
  if (!config.enabled) {
    throw new DejimaError("spawn_failed", "Cannot run code: sandbox.enabled is false in the config");
  }
  if (driver !== undefined) {
    const limits = { ...DEFAULT_LIMITS, ...sandboxOptions(config).limits };
    return createDriverSandbox(driver, limits, outside === undefined ? {} : networkOptions(outside));
  }
  return createSandbox({
    ...sandboxOptions(config),
    ...more,
    ...(outside === undefined ? {} : networkOptions(outside)),
  });
}

/** A sandbox that runs one image of the container engine, and nothing else. */
export function openImageSandbox(
  config: Config["sandbox"],
  program: ImageProgram,
  outside: OutgoingRules,
): Sandbox {
  const { docker, limits } = sandboxOptions(config);
  const socket = engineSocket(config);
  const driver = createImageDriver({
    socket,
    runtime: docker?.runtime,
    program,
    bridgeImage: async () => docker?.image ?? (await settleImage(createEngine(socket), process.execPath)),
  });
  return createDriverSandbox(driver, limits ?? DEFAULT_LIMITS, networkOptions(outside));
}

/** The Unix socket of the container engine. */
export const engineSocket = ({ socket }: Config["sandbox"]): string => socket ?? DEFAULT_SOCKET;

/**
 * The rules for outgoing requests also apply to programs in the sandbox: their grants can only narrow them.
 */
function networkOptions({ network: { allow, deny, allowPrivate }, veto }: OutgoingRules): NetworkOptions {
  const allowed = parseHostRules(allow, "network.allow");
  const denied = parseHostRules(deny, "network.deny");
  return {
    privateHosts: allowPrivate.filter((text) => readHostPattern(text) !== undefined),
    async intercept(secrets) {
      const { createInterceptor } = await import("../../network/egress/intercept.ts");
      return createInterceptor({ secrets, now: Date.now });
    },
    veto(dial) {
      const { host, port, address } = dial;
      const named = address === undefined ? denied.covers(host, port) : denied.coversAddress(address, port);
      if (named) return "network.deny names it";
      if (address === undefined && !allowed.empty && !allowed.covers(host, port))
        return "network.allow does not name it";
      return veto(dial);
    },
  };
}

/** The sandbox section of the config as sandbox options. */
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

/** Sandboxes for skills with separate limits. All others share one. */
interface SkillSandboxes {
  of(skill: string): Promise<Sandbox>;
  close(): Promise<void>;
}

export function createSkillSandboxes(
  sandbox: Config["sandbox"],
  { outside, shared, driver }: { readonly outside: OutgoingRules; shared(): Promise<Sandbox> } & OwnDriver,
): SkillSandboxes {
  const own = new Map<string, Once<Sandbox>>();
  for (const [skill, { timeout, folders: _granted, ...limits }] of Object.entries(sandbox.skills)) {
    const scriptTimeout = timeout ?? sandbox.scriptTimeout;
    own.set(
      skill,
      once(() =>
        openSandbox({ ...sandbox, ...defined(limits), scriptTimeout }, outside, defined({ driver })),
      ),
    );
  }
  return {
    of: (skill) => own.get(skill)?.get() ?? shared(),
    async close() {
      for (const { made } of own.values()) await (await made?.catch(() => undefined))?.close();
    },
  };
}
