import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Tool } from "../../src/contract/tool.ts";
import { defineTool } from "../../src/tool/define-tool.ts";

/** A tool that a person is asked about, and that leaves one line for each time it ran. */
export function leaveTrace(workspace: string): Tool {
  return defineTool({
    name: "leave_trace",
    summary: "Leave a trace that tells how often it ran",
    description: "Appends the key to a file.",
    category: "custom",
    risk: "medium",
    input: z.object({ key: z.string() }),
    async run({ key }) {
      await new Promise(setImmediate);
      appendFileSync(join(workspace, "traces"), `${key}\n`);
      await new Promise(setImmediate);
      return key;
    },
  });
}
