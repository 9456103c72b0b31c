import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import { thrownText } from "../../../../support/thrown-text.ts";
import { defineCommand } from "../../define-command.ts";
import { chosenRun } from "../../describe/describe-record.ts";
import { flag, timespan, value } from "../../input/fields.ts";

const DEFAULT_AGE_MS = 24 * 3_600_000;

const logCompress = defineCommand({
  path: ["log", "compress"],
  summary: "Compress the logs of runs that have ended; they are shown and verified as before",
  input: z.object({
    olderThan: timespan("runs that began longer ago than this (default: 1d)"),
  }),
  examples: ["dejima log compress", "dejima log compress --older-than 7d"],
  async run({ runtime, output, signal }, { olderThan = DEFAULT_AGE_MS }) {
    const { history } = await runtime();
    const report = await history.compress({ before: Date.now() - olderThan, signal });
    output.data(report, () =>
      report.runs === 0
        ? output.say("Nothing to compress.")
        : output.say`Compressed ${output.say.count(report.runs, "log")}, ${Math.ceil(report.saved / 1000)} kB saved.`,
    );
    return 0;
  },
});

const logExport = defineCommand({
  path: ["log", "export"],
  summary: "Export the original log of a run, wherever it is stored",
  input: z.object({
    run: z.string().optional(),
    to: value("file", "the file to make (default: <run>.jsonl)"),
  }),
  arguments: ["run"],
  examples: ["dejima log export", "dejima log export 20261115-104215-k3f9qa --to events.jsonl"],
  async run({ runtime, output, cwd }, { run: name, to }) {
    const { history } = await runtime();
    const runId = await chosenRun(await runtime(), name);
    const file = resolve(cwd, to ?? `${runId}.jsonl`);
    let records = 0;
    const lines = async function* () {
      for await (const line of history.lines(runId)) {
        records++;
        yield line;
      }
    };
    try {
      await writeFile(file, lines(), { flag: "wx", mode: 0o600 });
    } catch (cause) {
      if (cause instanceof DejimaError) throw cause;
      throw new DejimaError("io_error", `Cannot write "${file}": ${thrownText(cause)}`, { file }, { cause });
    }
    output.data(
      { runId, file, records },
      () => output.say`${output.say.count(records, "record")} of ${runId} in ${file}`,
    );
    return 0;
  },
});

const logPrune = defineCommand({
  path: ["log", "prune"],
  summary: "Remove logs, outputs and undo copies of old, ended runs; the runs stay listed",
  input: z.object({
    olderThan: timespan("runs that began longer ago than this, such as 90d"),
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
        runs.length === 0
          ? output.say("Nothing to remove.")
          : dryRun
            ? output.say`Would remove ${output.say.count(runs.length, "run")}, ${(bytes / 1e6).toFixed(1)} MB.`
            : output.say`Removed ${output.say.count(runs.length, "run")}, ${(bytes / 1e6).toFixed(1)} MB.`,
        ...(kept.length === 0
          ? []
          : [output.say`Kept ${output.say.count(kept.length, "run")}: not ended yet.`]),
        ...(dryRun || runs.length === 0
          ? []
          : [output.say("Their calls can no longer be undone. Their ends stay in the chain of heads.")]),
      ].join("\n"),
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [logCompress, logExport, logPrune];
