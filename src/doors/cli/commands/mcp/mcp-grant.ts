import { z } from "zod";
import { configEditor } from "../../config-editor.ts";
import { defineCommand } from "../../define-command.ts";
import { EXIT } from "../../describe/exit-code.ts";
import { EVERYWHERE, TEAM } from "../../input/fields.ts";
import { grantServer, missingOf } from "../../mcp/grant-server.ts";
import { describeMissing } from "../../mcp/review-text.ts";

const mcpGrant = defineCommand({
  path: ["mcp", "grant"],
  summary: "Let a contained MCP server reach a host, see a folder or get a variable, and start it again",
  input: z.object({
    name: z.string(),
    what: z.array(z.string()).min(1),
    user: EVERYWHERE,
    team: TEAM,
  }),
  arguments: ["name", "what"],
  examples: [
    "dejima mcp grant search host:api.example.com env:SEARCH_API_KEY",
    "dejima mcp grant notes write:./notes",
  ],
  async run(context, { name, what, user, team }) {
    const { output } = context;
    const { runtimeOf, chosenConfigFile } = await configEditor();
    const file = await chosenConfigFile(context, { user, team });
    await grantServer(context, name, { words: what, file });
    await using runtime = await runtimeOf(context, file);
    const problem = (await runtime.mcp.discover([name])).get(name);
    const { size: tools } = await runtime.mcp.toolsOf(name);
    output.data(
      { granted: what, server: name, file, tools, ...(problem && { problem: problem.toData() }) },
      () =>
        output.say`Granted ${name}: ${what.join(", ")}, in ${file}. It has ${output.say.count(tools, "tool")}.`,
    );
    const missing = await missingOf(runtime, name);
    if (problem !== undefined) output.note(problem.message);
    else if (missing.length > 0) output.note(describeMissing(output, name, missing));
    return problem === undefined ? EXIT.done : EXIT.unavailable;
  },
});

/** The commands of this file. */
export const COMMANDS = [mcpGrant];
