import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";

const MEBIBYTE = 1024 * 1024;
const amount = (initial: number, text: string) => z.int().positive().default(initial).describe(text);

/** The limits of one run. A request can lower each; only the config raises them. */
export const limitsSchema = z.strictObject({
  wallTimeMs: amount(60_000, "Time until the run is killed, with exit code 124"),
  cpuTimeMs: amount(60_000, "Processor time"),
  cpus: z.number().positive().default(0.5).describe("Share of processors; needs cgroups"),
  memoryBytes: amount(512 * MEBIBYTE, "Memory of all its processes together"),
  processes: amount(128, "Processes and threads at once"),
  fileSizeBytes: amount(64 * MEBIBYTE, "Size of any one file that it writes"),
  workspaceBytes: amount(256 * MEBIBYTE, "Size of all files that it creates or changes"),
  openFiles: amount(1024, "Open files of one process"),
  outputBytes: amount(10 * MEBIBYTE, "stdout and stderr together; beyond it the run is killed"),
});

export type Limits = z.infer<typeof limitsSchema>;
export type LimitName = keyof Limits;

/** Some of the limits, as a contract stores them. */
export const someLimitsSchema = z.partialRecord(limitsSchema.keyof(), z.number().positive());

/** The default limits: 512 MB, half a CPU, 10 MB of output, a minute for a script. */
export const DEFAULT_LIMITS: Limits = limitsSchema.parse({});

/** The limits of one run: for each, the smaller of the config's and the requested one. */
export function lowerLimits(allowed: Limits, requested: Partial<Limits> = {}): Limits {
  const lowered = { ...allowed };
  for (const name of Object.keys(allowed) as LimitName[]) {
    // its own keys
    const wanted = requested[name];
    if (wanted === undefined) continue;
    if (!(wanted > 0))
      throw new DejimaError(
        "invalid_input",
        `Cannot run with ${name} ${wanted}: it must be greater than zero`,
      );
    lowered[name] = Math.min(allowed[name], wanted);
  }
  return lowered;
}

/** Longer than any machine runs. */
const FOREVER_MS = 10 * 365 * 86_400_000;

/** The limits of a program that stays: wall time and CPU time do not end it, all other limits apply. */
export function unending(limits: Limits): Limits {
  return { ...limits, wallTimeMs: FOREVER_MS, cpuTimeMs: FOREVER_MS };
}
