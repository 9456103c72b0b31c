import type { DriverName } from "../contract/config-names.ts";
import { DejimaError } from "../contract/error.ts";
import { findBubblewrap } from "./bubblewrap/find-bubblewrap.ts";
import { type DockerSearch, findDocker } from "./docker/find-docker.ts";
import type { Driver, DriverReport, FoundDriver } from "./driver.ts";
import { createDriverSandbox, type NetworkOptions } from "./driver-sandbox.ts";
import { DEFAULT_LIMITS, type Limits } from "./limit/limits.ts";
import { findProcess } from "./process/driver.ts";
import type { Sandbox } from "./sandbox.ts";
import type { WarmPoolOptions } from "./warm-pool.ts";

export interface SandboxOptions extends NetworkOptions, DockerSearch {
  /** `auto`: the strongest security boundary that passes its proof. */
  readonly driver?: DriverName | "auto" | undefined;
  /** What config allows; the defaults otherwise. */
  readonly limits?: Limits | undefined;
  /** The Node that scripts run on, our own by default. */
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

/** Looks for one driver on this machine and lets it prove itself. */
type DriverFinder = () => Promise<FoundDriver> | FoundDriver;

/** The drivers that there are, from the strongest to the weakest. */
export type DriverFinders = ReadonlyMap<DriverName, DriverFinder>;

/**
 * The driver that was named, or for `auto` the first that is a boundary and passes its proof. Refuses rather than give a
 * weaker one than was asked for.
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

/** What each driver proved and which limits it holds here. */
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
