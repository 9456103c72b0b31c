import type { Tool as WireTool } from "@modelcontextprotocol/server";
import { z } from "zod";

/** What a client is shown instead of the whole list: find a tool, read it, call it. */
export const META_TOOLS: readonly WireTool[] = [
  {
    name: "search_tools",
    description:
      "Find tools by what they do, in English or Chinese. Most tools are not listed: search before you say that something cannot be done.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "What should be done" },
        limit: { type: "integer", minimum: 1, maximum: 50, default: 5 },
      },
      required: ["query"],
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: "describe_tool",
    description: "Show the description and the input schema of a tool that search_tools found.",
    inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    annotations: { readOnlyHint: true },
  },
  {
    name: "call_tool",
    description: "Call a tool that search_tools found. It is judged and recorded as a call of that tool.",
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string" },
        input: { type: "object", description: "As describe_tool shows it" },
      },
      required: ["name"],
    },
  },
];

/** For clients that cannot ask their user: gets the result of a call once a person has answered elsewhere. */
export const RESUME_TOOL: WireTool = {
  name: "resume_call",
  description: "Get the result of a call that waited for a person's approval, by the id that the call gave.",
  inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
};

const OWN = new Set([...META_TOOLS, RESUME_TOOL].map(({ name }) => name));

/** Whether the door itself answers calls of this tool. */
export const isOwnTool = (name: string): boolean => OWN.has(name);

export const searchInput = z.object({
  query: z.string().min(1).max(4_000),
  limit: z.int().min(1).max(50).default(5),
  category: z.string().max(50).optional(),
});
export const describeInput = z.object({ name: z.string() });
export const callInput = z.object({ name: z.string(), input: z.record(z.string(), z.unknown()).default({}) });
export const resumeInput = z.object({ id: z.string() });
