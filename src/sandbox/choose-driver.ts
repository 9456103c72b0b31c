import { DejimaError } from "../contract/error.ts";
import type { DriverName } from "../contract/sandbox-drivers.ts";
import type { Driver } from "./driver.ts";
import type { DriverReport, FoundDriver } from "./driver-report.ts";

/** Looks for one driver on this machine and lets it prove itself. */
export type DriverFinder = () => Promise<FoundDriver> | FoundDriver;

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
