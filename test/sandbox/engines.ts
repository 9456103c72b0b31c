import type { DriverName } from "../../src/contract/config-names.ts";
import { listDrivers } from "../../src/sandbox/create-sandbox.ts";
import type { DriverReport } from "../../src/sandbox/driver.ts";

export interface Engine {
  readonly works: boolean;
  /** Empty, or the reason why tests of it are passed over; shown in their names. */
  readonly why: string;
  readonly report: DriverReport | undefined;
}

/** Whether a driver can be tested on this machine; says so on the console where it cannot. */
export async function usable(name: DriverName): Promise<Engine> {
  const report = (await listDrivers()).find((candidate) => candidate.name === name);
  if (report?.usable) return { works: true, why: "", report };
  const why = report?.reason ?? "there is no such driver";
  console.log(`${name}: tests passed over: ${why}`);
  return { works: false, why: ` (passed over: ${why})`, report };
}
