import type { ApprovalAnswer, ApprovalRequest, Ask } from "../../contract/approval.ts";
import { type Language, message, riskWord } from "../../contract/messages.ts";
import { questionTitle } from "../../contract/question-words.ts";
import { accountName } from "../../support/account.ts";
import { visibleLine } from "../../text/visible-text.ts";
import type { Spinner } from "./chat/spinner.ts";
import type { CommandContext } from "./command.ts";
import { describeQuestion } from "./describe-approval.ts";
import type { Window } from "./terminal/terminal.ts";

const YES = new Set(["y", "yes", "ok", "approve", "确认", "同意", "是", "好", "好的", "可以"]);
const NO = new Set(["n", "no", "cancel", "deny", "取消", "放弃", "拒绝", "不", "否", "不要", ""]);

export interface AskOptions {
  language?(): Language;
  /** Stands still while a question is on the screen. */
  readonly spinner?: Spinner;
  /** What the persona says before and after; empty where it has no words of its own. */
  phrase?(situation: "approval" | "approved" | "denied"): Promise<string>;
}

const SITUATIONS = ["approval", "approved", "denied"] as const;

type Choice = Omit<ApprovalAnswer, "by">;

/** Asks the person at the terminal about one call, one question at a time. Anything but a clear yes is a no. */
export function askInTerminal(
  { terminal, output }: Pick<CommandContext, "terminal" | "output">,
  { language = () => "en", spinner, phrase = async () => "" }: AskOptions = {},
): Ask {
  const quietly = spinner?.quietly ?? (<Result>(work: () => Promise<Result>) => work());
  return (request, { signal }) =>
    quietly(async () => {
      const spoken = language();
      const [before, approved, denied] = await Promise.all(SITUATIONS.map(phrase));
      const numbers = request.offers.map((_offer, at) => at + 1).join("/");
      const said = await terminal.ask<Choice>(
        {
          text: [before, output.style("bold", heading(request, spoken)), ...body(request, spoken)]
            .filter(Boolean)
            .join("\n"),
          prompt: (window) => prompt(request, { spoken, numbers, window }),
          read: (line) => choiceOf(line, request),
          hint: message("unclearAnswer", spoken, { numbers: numbersText(numbers, spoken) }),
          said: (choice) =>
            choice?.answer === "approve"
              ? approved || message("approved", spoken)
              : denied || message("denied", spoken),
        },
        { signal },
      );
      return { ...(said ?? { answer: "deny" }), by: accountName() };
    });
}

function heading({ tool, risk, id }: ApprovalRequest, language: Language): string {
  return message("approvalNeeded", language, {
    tool: visibleLine(tool),
    risk: riskWord(risk, language),
    id: id ?? "",
  });
}

function body(request: ApprovalRequest, language: Language): string[] {
  const offers = request.offers.map(({ words }, at) => `${at + 1}. ${visibleLine(words[language])}`);
  return [describeQuestion(request, language), ...offers];
}

/** The question with its subject: readable by itself, however little of the text above is on the screen. */
function prompt(
  request: ApprovalRequest,
  { spoken, numbers, window }: { spoken: Language; numbers: string; window: Window },
): string {
  const title = fitted(visibleLine(questionTitle(request, spoken)), window);
  return message("chooseAnswer", spoken, { title, numbers: numbersText(numbers, spoken) });
}

function numbersText(numbers: string, language: Language): string {
  return numbers === "" ? "" : message("orNumbers", language, { numbers });
}

function choiceOf(line: string, { offers }: ApprovalRequest): Choice | undefined {
  const reply = line.trim().toLowerCase();
  if (YES.has(reply)) return { answer: "approve" };
  if (NO.has(reply)) return { answer: "deny" };
  const offer = /^\d+$/.test(reply) ? offers[Number(reply) - 1] : undefined;
  return offer === undefined ? undefined : { answer: "approve", grant: offer.key };
}

// Shorter windows are not worth cutting for.
const LEAST_CHARACTERS = 24;

/** A line cut in its middle so that it takes at most half of a window; beginning and end stay. */
function fitted(line: string, { columns, rows }: Window): string {
  const most = Math.max(LEAST_CHARACTERS, Math.floor((columns * rows) / 2));
  const characters = [...line];
  // East Asian characters take two columns.
  const width = characters.reduce((sum, character) => sum + (character > "\u2e7f" ? 2 : 1), 0);
  if (width <= most) return line;
  const half = Math.floor((most / 2) * (characters.length / width));
  return `${characters.slice(0, half).join("")}…${characters.slice(-half).join("")}`;
}
