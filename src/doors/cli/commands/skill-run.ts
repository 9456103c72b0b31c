import { DejimaError } from "../../../contract/error.ts";
import { callTool, showOutcome } from "../call-tool.ts";
import type { RunCommand } from "../command.ts";

/** `dejima skill run NAME SCRIPT [ARGS…]`: the same as calling run_skill_script. */
export const run: RunCommand = async (context, { arguments: [skill, script, ...args], options }) => {
  if (skill === undefined || script === undefined)
    throw new DejimaError("invalid_input", "Cannot run a script: name the skill and the script");
  const input = { skill, script, args };
  return showOutcome(
    context,
    await callTool(context, {
      tool: "run_skill_script",
      input,
      approve: options.approve,
      unattended: options.unattended === true,
    }),
  );
};
