import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { describeTool } from "../../../tool/describe-tool.ts";
import type { ToolRegistry } from "../../../tool/tool-registry.ts";

/** Gives a tool's full definition: the second level of disclosure. */
export function createGetToolInfo(registry: ToolRegistry): Tool {
  return defineTool({
    name: "get_tool_info",
    aliases: ["describe_tool"],
    summary: "Get the full description and input schema of a tool",
    description:
      "Returns everything needed to call a tool whose name is known from the list. Call it before the first use of a tool.",
    category: "system",
    risk: "low",
    input: () =>
      z.object({ tool_name: z.string().max(200).describe("Name or alias, optionally name@version") }),
    run: ({ tool_name }) => describeTool(registry.require(tool_name)),
  });
}
