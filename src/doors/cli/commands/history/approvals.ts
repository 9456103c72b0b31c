import { z } from "zod";
import { assertGroups } from "../../../../access/groups.ts";
import { APPROVAL_STATUSES } from "../../../../contract/asking/approval.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { RISKS } from "../../../../contract/tool.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import { questionTitle } from "../../../../contract/words/question-words.ts";
import { defined } from "../../../../support/defined.ts";
import { languageOfLocale } from "../../../../support/language-of.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import { answerEach } from "../../answer-questions.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { approvalRow, describeQuestion } from "../../describe/describe-approval.ts";
import { personName } from "../../describe/describe-record.ts";
import { commaList, EVERYWHERE, flag, oneOf, value } from "../../input/fields.ts";
import { confirm } from "../../terminal/confirm.ts";
import type { Say } from "../../words/say.ts";

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
        const line = say`${say.value(answer)} by ${personName(by, say)} (${door}) at ${localTime(at)}`;
        return reason === undefined ? line : `${line}: ${visibleText(reason)}`;
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
    users: commaList("with --grant: also for the runs of these users: alice,bob"),
    groups: commaList("with --grant: also for the runs of the members of these groups"),
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

const risk = z.enum(RISKS, `there are ${RISKS.join(", ")}`);
type Risk = z.output<typeof risk>;

const duties = defineCommand({
  path: ["approvals", "duties"],
  summary: "Require approval by someone other than the requester, by risk: show it, turn it on or off",
  input: z.object({
    switch: z.enum(["on", "off"], "write on or off").optional(),
    risks: z.array(risk).default([]),
    user: EVERYWHERE,
  }),
  arguments: ["switch", "risks"],
  examples: [
    "dejima approvals duties",
    "dejima approvals duties on",
    "dejima approvals duties on medium high",
    "dejima approvals duties off",
  ],
  async run(context, { switch: to, risks, user }) {
    const { rules } = await context.runtime();
    const current = await rules.duties();
    if (to === undefined) {
      context.output.data(current, () => describe(current.byOthers, context.output.say));
      return 0;
    }
    // Without named risks, `on` means high risk and `off` means all risks.
    const named: readonly Risk[] = risks.length > 0 ? risks : to === "on" ? ["high"] : RISKS;
    const change = (before: readonly Risk[]) =>
      RISKS.filter((one) => (named.includes(one) ? to === "on" : before.includes(one)));
    const file = user ? await changeOwn(context, change(current.demanded)) : undefined;
    const now = user ? undefined : await rules.setDuties(change(current.byOthers));
    const byOthers = now?.byOthers ?? change(current.demanded);
    const where = file ?? now?.file;
    context.output.data(
      { byOthers, file: where },
      () => context.output.say`${describe(byOthers, context.output.say)} Kept in ${where ?? ""}.`,
    );
    const stays = to === "off" && !user ? current.demanded.filter((one) => named.includes(one)) : [];
    if (stays.length > 0)
      context.output.note(
        context.output
          .say`Your own config demands it for ${stays.join(", ")} in every folder: dejima approvals duties off ${stays.join(" ")} --user`,
      );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [approvalsList, approvalsShow, approvalsApprove, approvalsDeny, duties];

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
    .map((entry) => {
      const { language } = output.say;
      return `${output.style("bold", visibleText(`${entry.id}: ${questionTitle(entry, language)}`))}\n${describeQuestion(entry, language)}`;
    })
    .join("\n\n");
  return (await confirm(context, context.output.say`Approve all ${ids.length}?`, shown)) ? ids : [];
}

function describe(risks: readonly Risk[], say: Say): string {
  return risks.length === 0
    ? say("Everybody can approve the calls that they asked for.")
    : say`Calls of ${risks.map(say.value).join(say(" and "))} risk need approval by someone else: the requester can only deny them.`;
}

async function changeOwn({ variables }: CommandContext, risks: readonly Risk[]): Promise<string> {
  const [{ changeUserConfig }, { withDuties }] = await Promise.all([
    import("../../../../config/places/user-config.ts"),
    import("../../../../config/edit/edit-servers.ts"),
  ]);
  return changeUserConfig(variables, (text) => withDuties(text, risks));
}
