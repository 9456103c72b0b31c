import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { counted } from "../../../support/counted.ts";
import { defineCommand } from "../define-command.ts";
import { flag, timespan } from "../fields.ts";

const DEFAULT_AGE_MS = 24 * 3_600_000;

const logCompress = defineCommand({
  path: ["log", "compress"],
  summary: "Compress the logs of runs that have ended; they are shown and verified as before",
  input: z.object({
    olderThan: timespan("time", "runs that began longer ago than this (default: 1d)"),
  }),
  examples: ["dejima log compress", "dejima log compress --older-than 7d"],
  async run({ runtime, output, signal }, { olderThan = DEFAULT_AGE_MS }) {
    const { history } = await runtime();
    const report = await history.compress({ before: Date.now() - olderThan, signal });
    output.data(report, () =>
      report.runs === 0
        ? "Nothing to compress."
        : `Compressed ${counted(report.runs, "log")}, ${Math.ceil(report.saved / 1000)} kB saved.`,
    );
    return 0;
  },
});

const logPrune = defineCommand({
  path: ["log", "prune"],
  summary: "Remove logs, outputs and undo copies of old runs that have ended; what they were stays listed",
  input: z.object({
    olderThan: timespan("time", "runs that began longer ago than this, such as 90d"),
    dryRun: flag("only say what would be removed"),
  }),
  examples: ["dejima log prune --older-than 90d --dry-run", "dejima log prune --older-than 90d"],
  async run({ runtime, output }, { olderThan, dryRun }) {
    if (olderThan === undefined)
      throw new DejimaError("invalid_input", "Cannot prune the log: say how old, such as --older-than 90d");
    const { history } = await runtime();
    const report = await history.prune({ before: Date.now() - olderThan, dryRun });
    const { runs, bytes, kept } = report;
    output.data({ ...report, dryRun }, () =>
      [
        `${dryRun ? "Would remove" : "Removed"} ${counted(runs.length, "run")}, ${(bytes / 1e6).toFixed(1)} MB.`,
        ...(kept.length === 0
          ? []
          : [`Kept ${counted(kept.length, "run")} that ${kept.length === 1 ? "has" : "have"} not ended.`]),
        ...(dryRun || runs.length === 0
          ? []
          : ["Their calls can no longer be undone. Their ends stay in the chain of heads."]),
      ].join("\n"),
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [logCompress, logPrune];
