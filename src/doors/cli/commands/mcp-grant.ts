import { z } from "zod";
import { loadConfig } from "../../../config/load-config.ts";
import { createRuntime } from "../../../runtime.ts";
import { counted } from "../../../support/counted.ts";
import { defineCommand } from "../define-command.ts";
import { EXIT } from "../exit-code.ts";
import { grantServer } from "../mcp/grant-server.ts";

const mcpGrant = defineCommand({
  path: ["mcp", "grant"],
  summary: "Let a contained MCP server reach a host, see a folder or get a variable, and start it again",
  input: z.object({
    name: z.string(),
    what: z.array(z.string()).min(1),
  }),
  arguments: ["name", "what"],
  examples: [
    "dejima mcp grant search host:api.example.com env:SEARCH_API_KEY",
    "dejima mcp grant notes write:./notes",
  ],
  async run(context, { name, what }) {
    const { output, cwd, variables } = context;
    const { home } = await context.settings();
    const file = await grantServer(context, name, what);
    const settings = await loadConfig({ cwd, configFile: file, home, variables });
    const runtime = createRuntime({ settings, variables });
    try {
      const problem = (await runtime.mcp.discover([name])).get(name);
      const { size: tools } = await runtime.mcp.toolsOf(name);
      output.data(
        { granted: what, server: name, file, tools, ...(problem && { problem: problem.toData() }) },
        () => `Granted ${name}: ${what.join(", ")}, in ${file}. It has ${counted(tools, "tool")}.`,
      );
      if (problem !== undefined) output.note(problem.message);
      return problem === undefined ? EXIT.done : EXIT.unavailable;
    } finally {
      await runtime.close();
    }
  },
});

/** The commands of this file. */
export const COMMANDS = [mcpGrant];
