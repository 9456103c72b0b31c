import type { DriverName } from "../contract/sandbox-drivers.ts";
import { findBubblewrap } from "./bubblewrap/find-bubblewrap.ts";
import { chooseDriver, type DriverFinder, type DriverFinders, reportDrivers } from "./choose-driver.ts";
import { type DockerSearch, findDocker } from "./docker/find-docker.ts";
import type { DriverReport } from "./driver-report.ts";
import { createDriverSandbox, type NetworkOptions } from "./driver-sandbox.ts";
import { DEFAULT_LIMITS, type Limits } from "./limit/limits.ts";
import { findProcess } from "./process/find-process.ts";
import type { Sandbox } from "./sandbox.ts";
import type { WarmPoolOptions } from "./warm/warm-pool.ts";

export interface SandboxOptions extends NetworkOptions, DockerSearch {
  /** `auto`: the strongest that passes its proof, never one that is no boundary. */
  readonly driver?: DriverName | "auto" | undefined;
  /** What config allows; the defaults otherwise. */
  readonly limits?: Limits | undefined;
  /** The Node that scripts run on, our own unless told. */
  readonly node?: string | undefined;
  /** For a browser, which does not start without them and gets no folder of the user's: programs may use Unix sockets. */
  readonly unixSockets?: boolean | undefined;
  /** Set: processes wait ready inside their sandboxes. For programs that live longer than one command. */
  readonly warmPool?: WarmPoolOptions | undefined;
}

/** Finds a driver that holds, and makes a sandbox of it. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const driver = await chooseDriver(driverFinders(options), options.driver ?? "auto");
  return createDriverSandbox(driver, options.limits ?? DEFAULT_LIMITS, options);
}

/** Every driver with what it proved and what limits it holds here. */
export function listDrivers(options: SandboxOptions = {}): Promise<DriverReport[]> {
  return reportDrivers(driverFinders({ ...options, warmPool: undefined }));
}

function driverFinders(options: SandboxOptions): DriverFinders {
  return new Map<DriverName, DriverFinder>([
    ["bubblewrap", () => findBubblewrap(options)],
    ["docker", () => findDocker(options)],
    ["process", () => findProcess()],
  ]);
}
