import type { DriverName } from "../contract/sandbox-drivers.ts";
import type { LimitMechanism } from "./cgroup/cgroup.ts";
import type { Driver } from "./driver.ts";
import { type LimitName, limitsSchema } from "./limit/limits.ts";
import type { Boundary } from "./sandbox.ts";

/** One thing that was really tried inside, and whether the walls held. */
export interface ProofStep {
  readonly attempt: string;
  readonly contained: boolean;
  readonly detail: string;
}

/** How the limits are held, and which are not. */
interface LimitReport {
  readonly mechanism: LimitMechanism | "container";
  readonly notHeld: readonly LimitName[];
}

/** What can be said of a driver on this machine. One that fails its own proof is not usable. */
export interface DriverReport {
  readonly name: DriverName;
  readonly usable: boolean;
  readonly boundary: Boundary;
  readonly proof: readonly ProofStep[];
  readonly limits: LimitReport;
  /** Why it cannot be used. */
  readonly reason?: string;
  /** What would make it usable. */
  readonly install?: string;
}

/** A driver that was looked for: ready to be used where its report says so. */
export type FoundDriver =
  | { readonly report: DriverReport; readonly driver: Driver }
  | { readonly report: DriverReport; readonly driver?: undefined };

/** Every limit that there is. */
export const ALL_LIMITS = Object.keys(limitsSchema.shape) as LimitName[];
