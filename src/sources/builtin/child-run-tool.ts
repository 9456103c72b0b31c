import { z } from "zod";
import type { Tool } from "../../contract/tool.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { answerType, formOf, isChosenByOthers, typedValue } from "./typed-answer.ts";

/** What `run_child_task` works with. */
export interface ChildRunSources {
  /**
   * Has the agent work on a task in a separate run, and returns its answer. That run has its own log, begins with these untrusted
   * sources, and no word of the task counts as the user's. Rejects for a run that is itself such a child.
   */
  runChild(
    task: string,
    options: {
      readonly parent: string;
      readonly user: string;
      readonly untrusted: readonly string[];
      readonly signal: AbortSignal;
    },
  ): Promise<{ readonly runId: string; readonly answer: string }>;
}

const MAX_MS = 10 * 60_000;

/** Has a child run read and work, so that only a typed value comes back. */
export function createRunChildTask({ runChild }: ChildRunSources): Tool {
  return defineTool({
    name: "run_child_task",
    summary: "Have a task done in a child run that returns one typed value",
    description: `Starts a separate run that reads whatever the task needs, and returns {value, run}: the typed answer, and the id of that run. Use it when
several results of others have to be read for one decision: after true, false or a choice this run stays as free as before. Numbers and dates mark this run. The child
run knows nothing of this conversation: write all that it needs into \`task\`. Its calls are judged and asked about as in every run. The value is null if it does not know.
Example: {"task": "Read my latest 10 mails. Did the landlord agree to the new date?", "answer": {"type": "boolean"}}.`,
    category: "system",
    risk: "low",
    flow: { output: "trusted" },
    roles: { task: "content" },
    timeoutMs: MAX_MS,
    input: () => z.object({ task: z.string().trim().min(1).max(8_000), answer: answerType }),
    async run({ task, answer }, { runId: parent, userId: user, inputSources: untrusted, signal, mark }) {
      const asked = `${task}\n\n${formOf(answer)}\nThe last line of your answer must be that value alone.`;
      const child = await runChild(asked, { parent, user, untrusted, signal });
      const value = typedValue(child.answer.trim().split("\n").at(-1) ?? "", answer);
      if (isChosenByOthers(value, answer)) mark([`${answer.type} from a child run`]);
      return { value, run: child.runId };
    },
  });
}
