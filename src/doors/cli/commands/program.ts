import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import { callTool, showOutcome } from "../call-tool.ts";
import { defineCommand } from "../define-command.ts";
import { flag } from "../fields.ts";

const programRun = defineCommand({
  path: ["program", "run"],
  group: "Run programs of calls",
  summary:
    "Run a JavaScript or TypeScript file that calls tools; each call is judged, asked about and recorded",
  input: z.object({
    file: z.string(),
    unattended: flag("never ask: deny calls that would need approval"),
    dryRun: flag("list the calls in the program and whether each would be allowed, and do nothing"),
  }),
  arguments: ["file"],
  examples: ["dejima program run report.js", "dejima program run report.ts --dry-run"],
  async run(context, { file, unattended, dryRun }) {
    const input = { code: await readProgram(file, context.cwd) };
    if (dryRun) return (await import("../dry-run-program.ts")).dryRunProgram(context, input);
    return showOutcome(context, await callTool(context, { tool: "run_program", input, unattended }));
  },
});

/** The commands of this file. */
export const COMMANDS = [programRun];

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "file not found",
  EISDIR: "it is a folder",
  EACCES: "you may not read it",
};

async function readProgram(file: string, cwd: string): Promise<string> {
  if (file === "-") return text(process.stdin);
  try {
    return await readFile(resolve(cwd, file), "utf8");
  } catch (cause) {
    const { code = "" } = cause as { code?: string }; // what the file system throws has one
    const why = Object.hasOwn(WHY, code) ? WHY[code] : thrownText(cause);
    throw new DejimaError("not_found", `Cannot read the program "${file}": ${why}`, {}, { cause });
  }
}
