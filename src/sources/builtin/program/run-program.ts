import { z } from "zod";
import type { Outcome } from "../../../contract/outcome.ts";
import type { Tool } from "../../../contract/tool.ts";
import { quotedBlock, visibleJson } from "../../../text/visible-text.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { CallAnswer, ProgramEngine } from "./program-engine.ts";

const NAME = "run_program";
const MAX_CODE = 50_000;
/** Its own code has a separate limit; the rest is waiting for calls and for people. */
const TIMEOUT_MS = 7 * 24 * 3600 * 1000;

const DESCRIPTION = `Runs a small JavaScript or TypeScript program that makes several tool calls, and returns only what the program
returns. Use it when calls depend on one another or give much that you do not need to see; make plain calls otherwise.
The code is the body of an async function: \`await tools.NAME(input)\` makes a call as you would make it directly and gives its
output; \`return\` ends with a JSON value; \`console.log\` shows progress. A call that fails or is refused throws an error with
\`code\` and \`message\`. Every call is judged, asked about and recorded as usual. Nothing else is there: no import, no timer; the clock
stands still and random numbers repeat.
Example: const { files } = await tools.list_files({ pattern: "*.md" });
const texts = await Promise.all(files.map(({ path }) => tools.read_file({ path })));
return texts.map(({ content }) => content.length);`;

/** Creates the tool that runs a program of calls: many calls in one turn of the model. */
export function createRunProgram(engine: ProgramEngine): Tool {
  return defineTool({
    name: NAME,
    aliases: ["run_code"],
    summary: "Run a program that makes several tool calls, each one judged",
    description: DESCRIPTION,
    category: "code",
    risk: "low",
    composes: true,
    timeoutMs: TIMEOUT_MS,
    roles: { code: "inert" }, // each call it makes is judged with its own input
    input: () =>
      z.object({
        code: z
          .string()
          .min(1)
          .max(MAX_CODE)
          .describe("The body of an async function; `return` gives the result"),
      }),
    plannedCalls: async ({ code }) => (await import("./call-sites.ts")).callSites(code),
    preview: async ({ code }) => (await import("./call-sites.ts")).previewProgram(code),
    async run({ code }, { calls, runId, signal, progress }) {
      if (calls === undefined) throw new Error("a program can only run inside a run");
      const { callSites } = await import("./call-sites.ts");
      await calls.plan(await callSites(code), code);
      return engine.run(
        { code, clock: startOf(runId), ended: await calls.ended(code) },
        {
          log: (text) => progress({ message: quotedBlock(text) }), // what a program says cannot pass for a call of it
          note: (text) => progress({ message: text }),
          async call({ index, tool, input }): Promise<CallAnswer> {
            progress({ message: `${index + 1}. ${shownName(tool)}` });
            const { outcome, output } = await calls.make({ index, tool, input }, code);
            return answerOf(outcome, output);
          },
        },
        signal,
      );
    },
  });
}

/** The name of a tool, in quotes if no tool has this name. */
function shownName(tool: string): string {
  return /^[\w@.:/-]+$/.test(tool) ? tool : visibleJson(tool);
}

function answerOf(outcome: Outcome, output: unknown): CallAnswer {
  if (outcome.type === "success") return { ok: true, output };
  const { code, message } = outcome.error;
  return { ok: false, error: { code, message } };
}

/** When a run began, from its id: the same time for a program that is run again after a restart. */
function startOf(runId: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-/.exec(runId) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? 0 : time;
}
