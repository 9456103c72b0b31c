import { hostname } from "node:os";
import type { Config } from "../../config/schema/config-schema.ts";
import { createLogCloser } from "../../execution/log/log-closer.ts";
import { diskRunLogs, type RunLogs } from "../../execution/log/run-logs.ts";
import { sharedRunLogs } from "../../execution/log/shared-logs.ts";
import type { Redactor } from "../../execution/redaction/redactor.ts";
import type { RunBlobs } from "../../execution/run/run-blobs.ts";
import type { Store } from "../../store/store.ts";
import { processFileIn } from "../../support/process/lock-file.ts";
import { sharedOf } from "./wire-storage.ts";

interface RunLogParts {
  readonly home: string;
  readonly runsFolder: string;
  readonly redactor: Redactor;
  readonly config: Config;
  store(): Promise<Store>;
  readonly blobs: RunBlobs | undefined;
}

/** After how much silence of its process another one takes over a run. */
const LEASE_MS = 6_000;

/** The logs of runs. New ones are in the home, or in the database if workers take the runs. Those in the database are read in any case. */
export function openRunLogs({ home, runsFolder, redactor, config, store, blobs }: RunLogParts): RunLogs {
  const disk = diskRunLogs({
    runsFolder,
    redactor,
    durability: config.log.durability,
    closer: createLogCloser(),
    processFile: processFileIn(home),
  });
  if (config.runs === "here" && config.store === undefined) return disk;
  const shared = async () => sharedOf(await store());
  const holder = `process ${process.pid} at ${hostname()}`;
  const publish = blobs === undefined ? {} : { publish: blobs.publish };
  const newRuns = config.runs === "here" ? "disk" : "shared";
  return sharedRunLogs({ shared, disk, redactor, holder, newRuns, leaseMs: LEASE_MS, ...publish });
}
