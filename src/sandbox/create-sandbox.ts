import type { DriverName } from "../contract/config-names.ts";
import { DejimaError } from "../contract/error.ts";
import { findBubblewrap } from "./bubblewrap/find-bubblewrap.ts";
import { type DockerSearch, findDocker } from "./docker/find-docker.ts";
import type { Driver, DriverReport, FoundDriver } from "./driver.ts";
import { createDriverSandbox, type NetworkOptions } from "./driver-sandbox.ts";
import { DEFAULT_LIMITS, type Limits } from "./limit/limits.ts";
import { findProcess } from "./process/process-driver.ts";
import type { Sandbox } from "./sandbox.ts";
import type { WarmPoolOptions } from "./warm-pool.ts";

export interface SandboxOptions extends NetworkOptions, DockerSearch {
  /** `auto`: the strongest security boundary that passes its proof. */
  readonly driver?: DriverName | "auto" | undefined;
  /** The limits of the config. Default: the built-in ones. */
  readonly limits?: Limits | undefined;
  /** The Node that runs scripts. Default: our own. */
  readonly node?: string | undefined;
  /**
   * Whether programs may use Unix sockets. For a browser, which needs them to start and gets none of the
   * user's folders.
   */
  readonly unixSockets?: boolean | undefined;
  /**
   * Set to keep processes waiting inside their sandboxes. For processes that live longer than one command.
   */
  readonly warmPool?: WarmPoolOptions | undefined;
}

/** Finds a working driver and creates a sandbox with it. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const driver = await chooseDriver(driverFinders(options), options.driver ?? "auto");
  return createDriverSandbox(driver, options.limits ?? DEFAULT_LIMITS, options);
}

/** Every driver with the result of its proof and the limits it enforces here. */
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

/** Looks for one driver on this machine and runs its proof. */
type DriverFinder = () => Promise<FoundDriver> | FoundDriver;

/** All drivers, strongest first. */
export type DriverFinders = ReadonlyMap<DriverName, DriverFinder>;

/**
 * The named driver, or for `auto` the first that is a boundary and passes its proof. Throws rather than
 * return a weaker one than requested.
 */
export async function chooseDriver(finders: DriverFinders, wanted: DriverName | "auto"): Promise<Driver> {
  const refused: DriverReport[] = [];
  for (const [name, find] of finders) {
    if (wanted !== "auto" && wanted !== name) continue;
    const { report, driver } = await find();
    if (driver !== undefined && (wanted === name || report.boundary === "security boundary")) return driver;
    await driver?.close();
    refused.push(report);
  }
  const what = wanted === "auto" ? "no sandbox works here" : `the sandbox "${wanted}" does not work here`;
  throw new DejimaError("spawn_failed", `Cannot run code: ${what}. ${refused.map(explain).join("; ")}`, {
    drivers: refused,
  });
}

/** The proof and the enforced limits of each driver. */
export function reportDrivers(finders: DriverFinders): Promise<DriverReport[]> {
  return Promise.all(
    [...finders.values()].map(async (find) => {
      const { report, driver } = await find();
      await driver?.close();
      return report;
    }),
  );
}

function explain({ name, boundary, reason, install }: DriverReport): string {
  const why = reason ?? boundary;
  return `${name}: ${why}${install === undefined ? "" : `; to install it: ${install}`}`;
}
