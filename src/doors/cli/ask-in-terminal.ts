import {
  type ApprovalAnswer,
  type ApprovalRequest,
  type Ask,
  MAX_REASON_CHARACTERS,
} from "../../contract/asking/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import { type Language, message, riskWord } from "../../contract/words/messages.ts";
import { answerChoices, plainYes, questionTitle } from "../../contract/words/question-words.ts";
import { defined } from "../../support/defined.ts";
import { languageOfLocale } from "../../support/language-of.ts";
import { accountName } from "../../support/process/account.ts";
import { visibleLine } from "../../text/visible-text.ts";
import type { Spinner } from "./chat/spinner.ts";
import type { CommandContext } from "./command.ts";
import { describeQuestion } from "./describe/describe-approval.ts";
import { displayWidth } from "./terminal/display-width.ts";
import { isNextPageRequest, type PreviewPages, previewPages } from "./terminal/preview-pages.ts";
import type { Window } from "./terminal/terminal.ts";
import { wrapText } from "./terminal/word-wrap.ts";
import { createWaitingQuestions, readAll, type WaitingQuestions } from "./waiting-questions.ts";

const YES = new Set(["y", "yes", "ok", "approve", "确认", "同意", "是", "好", "好的", "可以"]);
const NO = new Set(["n", "no", "cancel", "deny", "取消", "放弃", "拒绝", "不", "否", "不要", ""]);

export interface AskOptions {
  language?(): Language;
  /** Paused while a question is on the screen. */
  readonly spinner?: Spinner;
}

type Choice = Omit<ApprovalAnswer, "by">;

/** Asks the person at the terminal about one call, one question at a time. Anything but a clear yes is a no. */
export function askInTerminal(
  { terminal, output, variables }: Pick<CommandContext, "terminal" | "output" | "variables">,
  { language = () => languageOfLocale(variables), spinner }: AskOptions = {},
): Ask {
  const quietly = spinner?.quietly ?? (<Result>(work: () => Promise<Result>) => work());
  const waiting = createWaitingQuestions();
  const put = (request: ApprovalRequest, signal: AbortSignal) =>
    quietly(async () => {
      const spoken = language();
      const choices = () => choicesText(request, waiting, spoken);
      let shown = false;
      let pages: PreviewPages | undefined;
      const answering = terminal.ask<Choice>(
        {
          text: (window) => {
            const [before, after] = body(request, spoken, (text) => output.style("yellow", text));
            pages = previewPages(request, {
              window,
              used: before.length + after.length,
              language: spoken,
            });
            const shownFirst = pages?.next() ?? [];
            return [
              visibleLine(request.voice?.approval[spoken] ?? ""),
              output.style("bold", heading(request, spoken)),
              ...[...before, ...shownFirst, ...after].map((line) => wrapText(line, window.columns)),
            ]
              .filter(Boolean)
              .join("\n");
          },
          prompt(window) {
            shown = true;
            return prompt(request, { spoken, choices: choices(), window });
          },
          read: (line) => choiceOf(line, request, waiting),
          typedOnly: true,
          hint: (line) =>
            isNextPageRequest(line) && pages?.hasMore === true
              ? pages.next().join("\n")
              : readAll(line) !== undefined && waiting.count > 1
                ? waiting.list(spoken)
                : message("unclearAnswer", spoken, { numbers: choices() }),
          replyTo: (choice) =>
            choice?.answer === "approve"
              ? request.voice?.approved[spoken] || message("approved", spoken)
              : request.voice?.denied[spoken] || message("denied", spoken),
        },
        { signal },
      );
      return answering.catch((error) => {
        const end = outcomeText(signal.reason, spoken);
        if (shown && end !== undefined) output.note(end);
        throw error;
      });
    });
  return async (request, { signal }) => {
    const { approved, remove } = waiting.add(request);
    const over = new AbortController();
    try {
      const answering = put(request, AbortSignal.any([signal, over.signal]));
      const along = approved.then((): Choice => ({ answer: "approve" }));
      const answer = await Promise.race([answering, along]);
      return { ...(answer ?? { answer: "deny" }), by: accountName() };
    } finally {
      remove();
      over.abort();
    }
  };
}

const ENDS = {
  approved: "answeredApproved",
  denied: "answeredDenied",
  expired: "answeredExpired",
  withdrawn: "answeredWithdrawn",
} as const;

/** The outcome of a question that leaves the screen. Returns `undefined` if it was not settled. */
function outcomeText(reason: unknown, language: Language): string | undefined {
  const status = reason instanceof DejimaError ? reason.details.status : undefined;
  const found = Object.entries(ENDS).find(([name]) => name === status);
  return found && message("settledElsewhere", language, { status: message(found[1], language) });
}

function heading({ tool, risk, id }: ApprovalRequest, language: Language): string {
  return message("approvalNeeded", language, {
    tool: visibleLine(tool),
    risk: riskWord(risk, language),
    id: id ?? "",
  });
}

/** The lines of a question: those above the preview of the call, and those below. */
function body(
  request: ApprovalRequest,
  language: Language,
  warn: (text: string) => string,
): [before: string[], after: string[]] {
  const choices = answerChoices(request);
  const { rule } = plainYes(request);
  const same = rule === undefined ? -1 : choices.findIndex((choice) => choice.rule === rule);
  const yes = same < 0 ? [message("yesOnce", language)] : [];
  const { preview: _shown, ...above } = request;
  return [
    describeQuestion(above, language, { warn }).split("\n"),
    choices.length === 0
      ? []
      : [
          ...yes,
          ...choices.map(
            ({ words }, at) =>
              `${at + 1}${at === same ? message("orYes", language) : ""}. ${visibleLine(words[language])}`,
          ),
        ],
  ];
}

/** The question with its subject, readable alone even if the text above has scrolled away. */
function prompt(
  request: ApprovalRequest,
  { spoken, choices, window }: { spoken: Language; choices: string; window: Window },
): string {
  const title = shortened(visibleLine(questionTitle(request, spoken)), window);
  return message("chooseAnswer", spoken, { title, numbers: choices });
}

/** The inputs besides yes and no: the numbers of wider approvals, and `all` if several questions wait. */
function choicesText(request: ApprovalRequest, { count }: WaitingQuestions, language: Language): string {
  const numbers = answerChoices(request).map((_choice, at) => `${at + 1}`);
  const all = count < 2 ? [] : [language === "zh" ? "全部" : "all"];
  const choices = [...numbers, ...all].join("/");
  return choices === "" ? "" : message("orNumbers", language, { numbers: choices });
}

function choiceOf(line: string, request: ApprovalRequest, waiting: WaitingQuestions): Choice | undefined {
  const all = readAll(line);
  if (all?.count !== undefined) return waiting.approveListed(all.count) ? { answer: "approve" } : undefined;
  const reply = line.trim().toLowerCase();
  if (YES.has(reply)) return plainYes(request);
  if (NO.has(reply)) return { answer: "deny" };
  const reason = noWithReason(line);
  if (reason !== undefined) return { answer: "deny", reason };
  const chosen = /^\d+$/.test(reply) ? answerChoices(request)[Number(reply) - 1] : undefined;
  if (chosen === undefined) return undefined;
  const { answer, grant, rule } = chosen;
  return { answer, ...defined({ grant, rule }) };
}

/** The reason in a refusal like "no, use b.txt". Returns `undefined` if the line is not one. */
function noWithReason(line: string): string | undefined {
  const [, word = "", reason = ""] = /^\s*([^\s,，:：]+)[\s,，:：]+(\S.*?)\s*$/su.exec(line) ?? [];
  return NO.has(word.toLowerCase()) && reason !== "" ? reason.slice(0, MAX_REASON_CHARACTERS) : undefined;
}

// Windows narrower than this are not worth cutting for.
const MIN_CHARACTERS = 24;

/** A line cut in the middle so that it fills at most half of the window. Its beginning and end stay. */
function shortened(line: string, { columns, rows }: Window): string {
  const most = Math.max(MIN_CHARACTERS, Math.floor((columns * rows) / 2));
  const characters = [...line];
  const width = displayWidth(line);
  if (width <= most) return line;
  const half = Math.floor((most / 2) * (characters.length / width));
  return `${characters.slice(0, half).join("")}…${characters.slice(-half).join("")}`;
}
