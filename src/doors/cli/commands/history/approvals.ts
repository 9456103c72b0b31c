import { z } from "zod";
import { assertGroups } from "../../../../access/groups.ts";
import {
  APPROVAL_STATUSES,
  type Approval,
  type ApprovalAnswer,
} from "../../../../contract/asking/approval.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import { plainYes, questionTitle } from "../../../../contract/words/question-words.ts";
import { defined } from "../../../../support/defined.ts";
import { languageOfLocale } from "../../../../support/language-of.ts";
import { accountName } from "../../../../support/process/account.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import { showOutcome } from "../../call-tool.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { approvalRow, describeQuestion } from "../../describe/describe-approval.ts";
import { EXIT, exitCodeOf } from "../../describe/exit-code.ts";
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
        ? "No open questions. `dejima approvals list --all` shows past ones."
        : output.table([
            ["ID", "STATUS", "RISK", "ASKED", "WHAT"].map((head) => output.style("bold", head)),
            ...found.map(approvalRow),
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
      const answers = view.answers.map(
        ({ answer, by, door, at, reason }) =>
          `${answer} by ${personName(by)} (${door}) at ${localTime(at)}${reason === undefined ? "" : `: ${visibleText(reason)}`}`,
      );
      const { expiresAt: _, ...ended } = view;
      const isOpen = view.status === "pending";
      return [
        output.style("bold", `${view.id}: ${view.tool}, risk ${view.risk}, ${view.status}`),
        describeQuestion(isOpen ? view : ended, language, { warn: (text) => output.style("yellow", text) }),
        "",
        `call     ${view.callId}, ${view.call.state}`,
        ...answers.map((line) => `answer   ${line}`),
        ...(isOpen ? view.offers : []).map(
          ({ key, words }) => `grant    --grant ${key}: ${visibleText(words[language])}`,
        ),
        ...(isOpen ? (view.ruleOffers ?? []) : []).map(
          ({ key, answer: verb, words }) => `rules    ${verb} --rule ${key}: ${visibleText(words[language])}`,
        ),
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

const grantsList = defineCommand({
  path: ["grants", "list"],
  group: "List and revoke grants",
  summary: "List grants: approvals that cover more than one call",
  input: z.object({
    all: flag("also those that are used up, revoked or over"),
  }),
  examples: ["dejima grants list", "dejima grants list --all --json"],
  async run({ runtime, output }, options) {
    const grants = await (await runtime()).grants.list(options.all ? {} : { status: "active" });
    output.data(grants, () =>
      grants.length === 0
        ? "No grants. A person may give one with `dejima approvals approve ID --grant …`."
        : output.table([
            ["ID", "STATUS", "USES", "UNTIL", "BY", "COVERS"].map((head) => output.style("bold", head)),
            ...grants.map(({ id, status, uses, by, terms }) => [
              id,
              status,
              `${uses}/${terms.maxUses}`,
              localTime(terms.expiresAt),
              visibleText(by),
              visibleText(
                `${terms.tool} ${terms.allows.map(({ kind, match, value }) => `${kind} ${value}${match === "under" ? "/**" : ""}`).join(", ")}${terms.runId === undefined ? "" : ` in run ${terms.runId}`}`,
              ),
            ]),
          ]),
    );
    return 0;
  },
});

const grantsRevoke = defineCommand({
  path: ["grants", "revoke"],
  summary: "Revoke a grant",
  input: z.object({
    id: z.string(),
  }),
  arguments: ["id"],
  examples: ["dejima grants revoke tazuko-run"],
  async run({ runtime, output }, { id }) {
    const grant = await (await runtime()).grants.revoke(id, accountName());
    output.data(grant, () => `${grant.id} is ${grant.status}; it was used ${grant.uses} times`);
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [
  approvalsList,
  approvalsShow,
  approvalsApprove,
  approvalsDeny,
  grantsList,
  grantsRevoke,
];

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
    .map((held) => `${output.style("bold", heading(held))}\n${describeQuestion(held)}`)
    .join("\n\n");
  return (await confirm(context, `Approve all ${ids.length}?`, shown)) ? ids : [];
}

function heading(held: Approval): string {
  return visibleText(`${held.id}: ${questionTitle(held, "en")}`);
}

/** Answers one question after another. Returns the exit code of the first that failed. */
async function answerEach(
  context: CommandContext,
  ids: readonly string[],
  answer: Omit<ApprovalAnswer, "by"> & { readonly run: boolean },
): Promise<number> {
  if (ids.length === 0)
    context.output.note("Nothing was answered. `dejima approvals list` shows what waits.");
  let code: number = EXIT.done;
  for (const id of ids) {
    // A yes to one question turns on as little as possible. A yes to many turns nothing on.
    const plain = answer.answer === "approve" && answer.rule === undefined && ids.length === 1;
    const chosen = plain ? plainYes(await (await context.runtime()).approvals.show(id)) : {};
    const ended = await answerApproval(context, id, { ...answer, ...chosen });
    if (code === EXIT.done) code = ended;
  }
  return code;
}

/**
 * Records the answer of the person at this terminal. An approved call that no process waits for runs here,
 * once.
 */
async function answerApproval(
  context: CommandContext,
  id: string,
  answer: Omit<ApprovalAnswer, "by"> & { readonly run: boolean },
): Promise<number> {
  const { run, ...decision } = answer;
  const runtime = await context.runtime();
  const result = await runtime.approvals.answer(id, { ...decision, by: accountName(), door: "cli" });
  if (!context.output.json) context.output.note(result.message);
  const { approval, accepted } = result;
  const settled = accepted && approval.status !== "pending" && approval.lines === undefined;
  const { store } = runtime;
  const turn = await store.conversations.turn(approval.runId);
  const parkedCall = turn === undefined && (await store.runs.get(approval.runId))?.status === "parked";
  const continues = approval.status === "approved" ? run : parkedCall;
  if (!settled || !continues || (await runtime.approvals.show(id)).attended) {
    context.output.data(result, () => "");
    return accepted ? EXIT.done : EXIT.failed;
  }
  const outcome = await runtime.resumeApproved(id);
  if (turn?.status === "open") context.output.note(`\`dejima resume ${approval.runId}\` continues the run`);
  if (approval.status === "denied") {
    context.output.data({ ...result, outcome }, () => "");
    return EXIT.done;
  }
  if (!context.output.json) return showOutcome(context, outcome);
  context.output.data({ ...result, outcome }, () => "");
  return outcome.type === "success" ? EXIT.done : exitCodeOf(outcome.error.code);
}
