import { text } from "node:stream/consumers";
import { z } from "zod";
import { callTool, showOutcome } from "../../call-tool.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { flag } from "../../input/fields.ts";
import { readText } from "../../input/read-input.ts";

const programRun = defineCommand({
  path: ["program", "run"],
  group: "Run programs of calls",
  summary:
    "Run a JavaScript or TypeScript file that calls tools; each call is judged, asked about and recorded",
  input: z.object({
    file: z.string(),
    unattended: flag("never ask: deny calls that would need approval"),
    park: flag(
      "leave a question in the store and exit with code 3: the program continues when it is answered",
    ),
    dryRun: flag("list the calls in the program and whether each would be allowed, and do nothing"),
  }),
  arguments: ["file"],
  examples: ["dejima program run report.js", "dejima program run report.ts --dry-run"],
  async run(context, { file, unattended, park, dryRun }) {
    const input = { code: await readProgram(file, context) };
    if (dryRun) return (await import("../../dry-run.ts")).dryRunProgram(context, input);
    return showOutcome(context, await callTool(context, { tool: "run_program", input, unattended, park }));
  },
});

/** The commands of this file. */
export const COMMANDS = [programRun];

async function readProgram(file: string, { cwd, stdin }: CommandContext): Promise<string> {
  return file === "-" ? text(stdin) : readText("the program", file, { cwd });
}
