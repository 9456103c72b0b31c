import type { Approval, ApprovalRequest } from "../contract/asking/approval.ts";
import { DejimaError } from "../contract/error.ts";
import type { QuestionEnd } from "../contract/event.ts";
import type { Reason } from "../contract/verdict.ts";
import { defined } from "../support/defined.ts";
import { shellWord } from "../support/shell-word.ts";
import { visibleLine } from "../text/visible-text.ts";
import { whyAsked } from "../text/why-asked.ts";

// Longer inputs are not repeated in a command line or an error.
const MAX_SHOWN = 2_000;

/** The error for a call that needs an approval when nobody can answer. */
export function approvalRequired(request: ApprovalRequest, why: string, isInner = false): DejimaError {
  const { hash, replay } = request;
  const characters = JSON.stringify(request.input).length;
  const large = characters > MAX_SHOWN;
  const how = large ? `${replay}, with the same input on standard input` : replay;
  return new DejimaError(
    "approval_required",
    `Cannot ${callOf(request)} without an approval: ${whyAsked(request.reasons)}, and ${why}. ${isInner ? IN_PROGRAM : `To approve it, run: ${how}`}`,
    { hash, replay, request: large ? { ...request, input: { characters } } : request },
  );
}

/** An approval by hash repeats one call. The rest of the program would not follow it. */
const IN_PROGRAM =
  "Run the program where somebody can be asked: at a terminal, in the console, or with --park, which leaves the question in the store";

/** The call of a question in words, or the calls of a plan. */
function callOf({ tool, lines }: Pick<ApprovalRequest, "tool" | "lines">): string {
  return lines === undefined ? `call "${tool}"` : "make the planned calls";
}

/** The error for a refused call, with the reasons that decided it. */
export function notAllowed({
  tool,
  reasons,
  runId,
}: {
  readonly tool: string;
  readonly reasons: readonly Reason[];
  readonly runId?: string;
}): DejimaError {
  const decisive = reasons.filter(({ effect }) => effect === "deny");
  const why = decisive
    .map(({ rule, message, file }) =>
      rule.startsWith("default for")
        ? message.replace(OFF, "$2 ($1)")
        : `${rule}${file === undefined ? "" : ` (${file})`}: ${message}`,
    )
    .join("; ");
  const { reason, remedies } = extractRemedies(why);
  // If layers of this run decided, the suggested command explains the call for this run.
  const isRunSpecific = runId !== undefined && decisive.some(({ layer }) => layer !== "global");
  const command = `dejima policy explain ${tool}${isRunSpecific ? ` --run ${runId}` : ""}`;
  return new DejimaError(
    "tool_not_allowed",
    `Cannot call "${tool}": ${reason}.${remedies} \`${command}\` says what would change it`,
    { tool, reasons },
  );
}

/** What is off comes first: it is what the reader can change. */
const OFF = /^(.+); ([a-z ]+ is turned off here)/;

const HINT = /\. (To turn it on and be asked each time: dejima policy ask [^\s;]+)/g;

/** Moves the remedies to the end of the reasons, each once. */
function extractRemedies(why: string): { readonly reason: string; readonly remedies: string } {
  const hints = new Set([...why.matchAll(HINT)].map(([, hint]) => ` ${hint}.`));
  return { reason: why.replace(HINT, ""), remedies: [...hints].join("") };
}

/** A call waits in the store for an answer, and this process does not wait for it. The call has no end yet. */
export class Parked extends DejimaError {
  constructor(approval: Approval) {
    const { id, runId } = approval;
    super(
      "approval_required",
      `Cannot ${callOf(approval)} yet: ${id} waits for an answer. To answer, run: dejima approvals approve ${id}`,
      { parked: true, id, runId, request: approval satisfies ApprovalRequest },
    );
  }
}

/** The error for a question that ended without an approval. */
export function approvalRefused(approval: Approval): DejimaError {
  const { id, hash, status, answers } = approval;
  const { by = "nobody", reason } = answers.at(-1) ?? {};
  if (status === "denied") {
    const refusal = reason === undefined ? `${by} said no` : `${by} said no, because: ${visibleLine(reason)}`;
    return new DejimaError("approval_denied", `Cannot ${callOf(approval)}: ${refusal}`, {
      id,
      by,
      hash,
      ...defined({ reason }),
    });
  }
  const why = status === "expired" ? "nobody answered in time" : "the question was withdrawn";
  const details = { id, by, hash, status };
  return new DejimaError(
    "approval_expired",
    `Cannot ${callOf(approval)}: ${why} (${id}). Nothing was run`,
    details,
  );
}

/** How a question without an approval ended, and who decided it. */
export function questionEnd(error: unknown): {
  readonly answer: Exclude<QuestionEnd, "approve">;
  readonly by: string;
} {
  if (!(error instanceof DejimaError)) return { answer: "withdrawn", by: "nobody" };
  const { code, details } = error;
  if (code === "approval_denied") return { answer: "deny", by: String(details.by) };
  if (code === "approval_expired" && details.status === "expired") return { answer: "expired", by: "nobody" };
  // Nobody could be asked: an unattended run counts as a denial.
  return { answer: code === "approval_required" ? "deny" : "withdrawn", by: "nobody" };
}

/** The error for a call whose caller gave up while a person was asked. */
export function cancelledWhileAsking(tool: string): DejimaError {
  return new DejimaError("cancelled", `Cancelled "${tool}" while asking; nothing was run`, { tool });
}

/** The parts of the command that repeats a call. `skill` is the skill that provides the tool. */
interface RepeatedCall extends Pick<ApprovalRequest, "tool" | "input" | "hash"> {
  readonly skill?: string | undefined;
}

/** The command that repeats a call and approves it. A large input is read from standard input. */
export function replayOf({ tool, input, hash, skill }: RepeatedCall): string {
  const json = JSON.stringify(input);
  const command = replayCommand(tool, json.length > MAX_SHOWN ? undefined : json, hash);
  return skill === undefined ? command : `${command} --skill ${shellWord(skill)}`;
}

/** The command line that repeats a refused call and approves it. Without an input, it reads the input from stdin. */
function replayCommand(tool: string, inputJson: string | undefined, hash: string): string {
  return `dejima tool call ${tool} --input ${inputJson === undefined ? "-" : shellWord(inputJson)} --approve ${hash}`;
}
