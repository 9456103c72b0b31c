/** The names of all sandbox drivers. `listDrivers` says which of them work on a machine. */
export const DRIVER_NAMES = ["bubblewrap", "docker", "process"] as const;

/** The name of a driver. */
export type DriverName = (typeof DRIVER_NAMES)[number];
