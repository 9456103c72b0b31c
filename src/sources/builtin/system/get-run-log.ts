import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";

/** Reads records of the harbour log of one run, newest last. */
export type ReadRunLog = (
  runId: string,
  options: { limit: number; before?: number },
) => Promise<readonly unknown[]>;

/** Lets an agent look back at what it has done in its own run. */
export function createGetRunLog(read: ReadRunLog): Tool {
  return defineTool({
    name: "get_run_log",
    aliases: ["get_session_logs"],
    summary: "Look back at the recorded calls of the current run",
    description:
      "Returns the latest records of this run's harbour log, oldest first. Pass `before` (a record's seq) to page back.",
    category: "system",
    risk: "low",
    input: () =>
      z.object({
        limit: z.int().min(1).max(200).default(20).describe("How many records"),
        before: z.int().min(0).optional().describe("Only records with a smaller seq"),
      }),
    async run({ limit, before }, { runId }) {
      const records = await read(runId, before === undefined ? { limit } : { limit, before });
      return { records };
    },
  });
}
