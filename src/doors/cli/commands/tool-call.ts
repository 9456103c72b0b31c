import { DejimaError } from "../../../contract/error.ts";
import { callTool, showOutcome } from "../call-tool.ts";
import type { RunCommand } from "../command.ts";
import { readInput } from "../read-input.ts";

/** `dejima tool call [NAME]` */
export const run: RunCommand = async (context, { arguments: [name], options }) => {
  if (name === undefined) {
    if (options.dryRun !== true) return (await import("../guided-call.ts")).guidedCall(context);
    throw new DejimaError(
      "invalid_input",
      "Cannot show what a call would do: name the tool, as in `dejima tool call write_file --dry-run`",
    );
  }
  const input = await readInput(options.input, context.cwd);
  const { approve, unattended, park, skill } = options;
  if (options.dryRun === true)
    return (await import("../dry-run.ts")).dryRun(context, { tool: name, input, skill });
  const outcome = await callTool(context, {
    tool: name,
    input,
    approve,
    unattended: unattended === true,
    park: park === true,
    skill,
  });
  return showOutcome(context, outcome);
};
