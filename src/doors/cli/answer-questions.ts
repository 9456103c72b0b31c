import type { ApprovalAnswer } from "../../contract/asking/approval.ts";
import { isTakenElsewhere } from "../../contract/execution.ts";
import { plainYes } from "../../contract/words/question-words.ts";
import type { Runtime } from "../../runtime.ts";
import { accountName } from "../../support/process/account.ts";
import { showOutcome, showProgress } from "./call-tool.ts";
import type { CommandContext } from "./command.ts";
import { EXIT, exitCodeOfFailure } from "./describe/exit-code.ts";

type Answer = Omit<ApprovalAnswer, "by"> & { readonly run: boolean };
type Answered = Awaited<ReturnType<Runtime["approvals"]["answer"]>>;

/**
 * Answers all questions, then continues everything that no process waits for. Returns the exit code of the first that failed. A
 * program with several of the questions continues once.
 */
export async function answerEach(
  context: CommandContext,
  ids: readonly string[],
  answer: Answer,
): Promise<number> {
  if (ids.length === 0)
    context.output.note(
      context.output.say("No question was answered. `dejima approvals list` shows the open ones."),
    );
  const answered: Answered[] = [];
  let failed: { readonly error: unknown } | undefined;
  for (const id of ids) {
    try {
      // A yes to one question turns on as little as possible. A yes to many turns nothing on.
      const plain = answer.answer === "approve" && answer.rule === undefined && ids.length === 1;
      const chosen = plain ? plainYes(await (await context.runtime()).approvals.show(id)) : {};
      answered.push(await answerQuestion(context, id, { ...answer, ...chosen }));
    } catch (error) {
      failed = { error };
      break;
    }
  }
  let code: number = EXIT.done;
  const programs = new Set<string>();
  for (const result of answered) {
    const ended = await continueAnswered(context, result, { answer, programs });
    if (code === EXIT.done) code = ended;
  }
  if (failed !== undefined) throw failed.error;
  return code;
}

/** Records the answer of the person at this terminal. */
async function answerQuestion(
  context: CommandContext,
  id: string,
  { run: _run, ...decision }: Answer,
): Promise<Answered> {
  const { approvals } = await context.runtime();
  const result = await approvals.answer(id, { ...decision, by: accountName(), door: "cli" });
  if (!context.output.json) context.output.note(context.output.say.phrases(result.message));
  return result;
}

/** Continues, once, what no process waits for: an approved call, or the program that asked. */
async function continueAnswered(
  context: CommandContext,
  result: Answered,
  { answer, programs }: { readonly answer: Answer; readonly programs: Set<string> },
): Promise<number> {
  const { approval, accepted } = result;
  const { output } = context;
  const elsewhere = () => output.say("Another process continues it");
  const runtime = await context.runtime();
  const { id, runId, status } = approval;
  const turn = await runtime.store.conversations.turn(runId);
  const leave = (note?: string) => {
    if (note !== undefined && !output.json) output.note(note);
    output.data(result, () => "");
    return accepted ? EXIT.done : EXIT.failed;
  };
  if (!accepted || status === "pending" || programs.has(runId)) return leave();
  if ((await runtime.approvals.show(id)).attended) return leave(elsewhere());
  const isCall = status === "approved" && approval.lines === undefined;
  // This machine may have neither the tools nor the files of the run.
  const leavesIt = turn?.status === "open" || (status === "approved" && turn === undefined);
  if (runtime.settings.config.runs === "workers" && leavesIt) {
    const { warnings } = await runtime.worker.team();
    const none = warnings.find(({ about }) => about === "workers");
    return leave(
      none === undefined
        ? output.say("A worker continues it")
        : output.say`It waits: ${none.text}. To continue, ${none.fix}`,
    );
  }
  if (status === "approved" && !answer.run) return leave();
  const stop = output.json ? () => {} : showProgress(context, runtime, runId);
  try {
    const continued = await runtime.continueAnswered(id);
    if (continued === undefined) return leave(isCall ? elsewhere() : undefined);
    const { outcome, what } = continued;
    if (what === "program") programs.add(runId);
    if (turn?.status === "open") output.note(output.say`\`dejima resume ${runId}\` continues the run`);
    if (outcome.type === "failure" && isTakenElsewhere(outcome.error)) return leave(elsewhere());
    const isOver = status !== "approved" && what === "call";
    if (!isOver && !output.json) return showOutcome(context, outcome);
    output.data({ ...result, outcome }, () => "");
    return outcome.type === "success" || isOver ? EXIT.done : exitCodeOfFailure(outcome.error);
  } catch (error) {
    // The answer counts. Somebody else was faster with the call.
    if (isTakenElsewhere(error)) return leave(elsewhere());
    throw error;
  } finally {
    stop();
  }
}
