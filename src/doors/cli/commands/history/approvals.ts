import { z } from "zod";
import { assertGroups } from "../../../../access/groups.ts";
import { APPROVAL_STATUSES } from "../../../../contract/asking/approval.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import { questionTitle } from "../../../../contract/words/question-words.ts";
import { defined } from "../../../../support/defined.ts";
import { languageOfLocale } from "../../../../support/language-of.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import { answerEach } from "../../answer-questions.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { approvalRow, describeQuestion } from "../../describe/describe-approval.ts";
import { personName } from "../../describe/person-name.ts";
import { commaList, flag, oneOf, value } from "../../input/fields.ts";
import { confirm } from "../../terminal/confirm.ts";

const RULE = value("offer", "change the rules with the answer, as `approvals show` offers it");

const approvalsList = defineCommand({
  path: ["approvals", "list"],
  group: "Answer questions about calls",
  summary: "List the questions waiting for an answer",
  input: z.object({
    all: flag("also those that were answered, have expired or were withdrawn"),
    status: oneOf(APPROVAL_STATUSES, "status", "pending, approved, denied, expired or withdrawn"),
  }),
  examples: ["dejima approvals list", "dejima approvals list --status denied --json"],
  async run({ runtime, output }, { all, status = "pending" }) {
    const { approvals } = await runtime();
    const found = await approvals.list(all ? {} : { status });
    output.data(found, () =>
      found.length === 0
        ? output.say("No open questions. `dejima approvals list --all` shows past ones.")
        : output.table([
            output.headings("ID", "STATUS", "RISK", "ASKED", "WHAT"),
            ...found.map((approval) => approvalRow(approval, output.say)),
          ]),
    );
    return 0;
  },
});

const approvalsShow = defineCommand({
  path: ["approvals", "show"],
  summary: "Show a question, its preview, its answer, and the outcome of the call",
  input: z.object({
    id: z.string(),
  }),
  arguments: ["id"],
  examples: ["dejima approvals show tazuko"],
  async run({ runtime, output, variables }, { id }) {
    const language = languageOfLocale(variables);
    const view = await (await runtime()).approvals.show(id);
    output.data(view, () => {
      const { say } = output;
      const answers = view.answers.map(({ answer, by, door, at, reason }) => {
        const told = say`${say.value(answer)} by ${personName(by, say)} (${door}) at ${localTime(at)}`;
        return reason === undefined ? told : `${told}: ${visibleText(reason)}`;
      });
      const { expiresAt: _, ...ended } = view;
      const isOpen = view.status === "pending";
      return [
        output.style(
          "bold",
          say`${view.id}: ${view.tool}, risk ${say.value(view.risk)}, ${say.value(view.status)}`,
        ),
        describeQuestion(isOpen ? view : ended, language, { warn: (text) => output.style("yellow", text) }),
        "",
        output.table([
          [say("call"), `${view.callId}, ${say.value(view.call.state)}`],
          ...answers.map((line) => [say("answer"), line]),
          ...(isOpen ? view.offers : []).map(({ key, words }) => [
            say("grant"),
            `--grant ${key}: ${visibleText(words[language])}`,
          ]),
          ...(isOpen ? (view.ruleOffers ?? []) : []).map(({ key, answer: verb, words }) => [
            say("rules"),
            `${verb} --rule ${key}: ${visibleText(words[language])}`,
          ]),
        ]),
      ].join("\n");
    });
    return 0;
  },
});

const approvalsApprove = defineCommand({
  path: ["approvals", "approve"],
  summary: "Approve exactly the call that was shown; run it if no process waits for it any more",
  input: z.object({
    ids: z.array(z.string()).default([]),
    all: flag("approve every open question, after showing them"),
    grant: value("offer", "agree to more than this call, as `approvals show` offers it"),
    rule: RULE,
    users: commaList("names", "with --grant: also for the runs of these users: alice,bob"),
    groups: commaList("names", "with --grant: also for the runs of the members of these groups"),
    lines: value("numbers", "of a plan, only these lines: 1,3"),
    run: z.boolean().default(true).describe("only answer, even if no process waits for the call"),
  }),
  arguments: ["ids"],
  examples: [
    "dejima approvals approve tazuko",
    "dejima approvals approve tazuko --grant run",
    "dejima approvals approve tazuko bedalo",
    "dejima approvals approve --all",
  ],
  async run(context, { ids, all, run, grant, rule, users, groups, lines }) {
    if (!all && ids.length === 0)
      throw new DejimaError(
        "invalid_input",
        "Cannot approve without an id: name a question of `dejima approvals list`, or use --all",
      );
    const chosen = all ? await agreeToAll(context) : ids;
    if ((users !== undefined || groups !== undefined) && grant === undefined)
      throw new DejimaError(
        "invalid_input",
        "Cannot use --users or --groups alone: name the grant with --grant",
      );
    if (groups !== undefined) await assertGroups((await context.runtime()).store.documents, groups);
    const answer = {
      answer: "approve",
      run,
      ...defined({ grant, rule, users, groups }),
      ...(lines === undefined ? {} : { lines: linesFrom(lines) }),
    } as const;
    return answerEach(context, chosen, answer);
  },
});

const approvalsDeny = defineCommand({
  path: ["approvals", "deny"],
  summary: "Say no",
  input: z.object({
    ids: z.array(z.string()),
    rule: RULE,
    reason: value("text", "why not; the model gets it"),
  }),
  arguments: ["ids"],
  examples: ["dejima approvals deny tazuko", 'dejima approvals deny tazuko --reason "use b.txt"'],
  run(context, { ids, rule, reason }) {
    return answerEach(context, ids, { answer: "deny", run: false, ...defined({ rule, reason }) });
  },
});

/** The commands of this file. */
export const COMMANDS = [approvalsList, approvalsShow, approvalsApprove, approvalsDeny];

function linesFrom(list: string): number[] {
  const lines = list.split(",").map(Number);
  if (lines.every((line) => Number.isInteger(line) && line > 0)) return lines;
  throw new DejimaError(
    "invalid_input",
    `Cannot read --lines "${list}": write the numbers of lines, such as 1,3`,
  );
}

/** The open questions, after the person at this terminal has seen each and agreed to all. */
async function agreeToAll(context: CommandContext): Promise<string[]> {
  const open = await (await context.runtime()).approvals.list({ status: "pending" });
  const ids = open.map(({ id }) => id);
  if (ids.length === 0) return [];
  if (!context.interactive)
    throw new DejimaError(
      "invalid_input",
      `Cannot approve all without a terminal to show them in. Name them: dejima approvals approve ${ids.join(" ")}`,
    );
  const { output } = context;
  const shown = open
    .map((held) => {
      const { language } = output.say;
      return `${output.style("bold", visibleText(`${held.id}: ${questionTitle(held, language)}`))}\n${describeQuestion(held, language)}`;
    })
    .join("\n\n");
  return (await confirm(context, context.output.say`Approve all ${ids.length}?`, shown)) ? ids : [];
}
