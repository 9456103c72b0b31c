import { z } from "zod";
import type { PlannedLine } from "../../contract/asking/plan.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Tool } from "../../contract/tool.ts";
import { defineTool } from "../../tool/define-tool.ts";

/** A line of a plan and its verdict. */
interface SettledLine {
  readonly tool: string;
  readonly verdict: "allow" | "ask" | "deny";
  readonly approved: boolean;
}

/** What `submit_plan` works with. */
export interface PlanToolSources {
  /**
   * Submits a plan in an open run, and asks a person if one is there. Returns `undefined` if the run is not
   * open here.
   */
  submitPlan(
    runId: string,
    lines: readonly PlannedLine[],
    options: { readonly signal: AbortSignal },
  ): Promise<readonly SettledLine[]> | undefined;
}

/** People think longer than tools work. */
const TIMEOUT_MS = 7 * 24 * 3600 * 1000;

const DESCRIPTION = `Asks the user once about all calls of a task that act or send, before you read anything from outside. Use it first when a task needs several
such calls after reading mail, pages or files of others. Once you have read them, use it for several calls in a row whose values you all know: that is one question
instead of one for each. Do not use it for calls that only read.
Each line is {tool, input, times}. Values that you do not know yet are left open: {"$hole": "mail" | "link" | "name" | "text", "from": TOOL, "where": {ARGUMENT: VALUE},
"of": RECORD, "startsWith": TEXT}. \`from\` is the tool whose result will contain the value, \`where\` the arguments of that call, \`of\` the title or name of the one record
that holds it. "text" may be any words without new links or addresses. Dates, switches and limits can be left out.
Example: [{"tool": "invite_user", "input": {"user": "Dora", "email": {"$hole": "mail", "from": "fetch", "where": {"url": "https://dora.example"}}}}].
Open values cannot be planned after something from outside was read, nor for calls that delete, pay or run code.`;

const STATUS = {
  allow: "no question needed",
  ask: "asked about when you call it",
  deny: "not allowed by the rules",
} as const;

/** Lets a model agree on a plan with the user, before anything but the user's words has entered the run. */
export function createSubmitPlan({ submitPlan }: PlanToolSources): Tool {
  return defineTool({
    name: "submit_plan",
    aliases: ["plan_calls"],
    summary: "Ask the user once about the calls of a task, before reading anything",
    description: DESCRIPTION,
    category: "system",
    risk: "low",
    timeoutMs: TIMEOUT_MS,
    input: () =>
      z.object({
        lines: z
          .array(
            z.object({
              tool: z.string().min(1).max(200),
              input: z
                .record(z.string(), z.unknown())
                .default({})
                .describe("Fixed values, and values left open"),
              times: z.int().min(1).max(50).default(1).describe("How many calls it covers"),
            }),
          )
          .min(1)
          .max(50),
      }),
    async run({ lines }, { runId, signal }) {
      const settled = await submitPlan(runId, lines, { signal });
      if (settled === undefined)
        throw new DejimaError(
          "conflict",
          "Cannot submit a plan: the run is not open any more. Make the calls",
        );
      return {
        lines: settled.map(({ tool, verdict, approved }, at) => ({
          line: at + 1,
          tool,
          status: approved ? "approved" : STATUS[verdict],
        })),
      };
    },
  });
}
