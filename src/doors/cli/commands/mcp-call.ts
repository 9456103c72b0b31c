import { callTool, showOutcome } from "../call-tool.ts";
import type { RunCommand } from "../command.ts";
import { readInput } from "../read-input.ts";

/** `dejima mcp call SERVER TOOL` */
export const run: RunCommand = async (context, { arguments: [server = "", tool = ""], options }) => {
  const input = await readInput(options.input, context.cwd);
  const { approve, unattended } = options;
  const name = await (await context.runtime()).mcp.find(server, tool);
  const outcome = await callTool(context, { tool: name, input, approve, unattended: unattended === true });
  return showOutcome(context, outcome);
};
