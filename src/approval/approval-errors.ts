import type { Approval, ApprovalRequest } from "../contract/approval.ts";
import { DejimaError } from "../contract/error.ts";
import type { QuestionEnd } from "../contract/event.ts";
import type { Reason } from "../contract/verdict.ts";
import { defined } from "../support/defined.ts";
import { visibleLine } from "../text/visible-text.ts";
import { whyAsked } from "../text/why-asked.ts";

// Longer inputs are not repeated in a command line or in an error.
const MAX_SHOWN = 2_000;

/** A call that would have to be asked about, where nobody can answer. */
export function approvalRequired(request: ApprovalRequest, why: string): DejimaError {
  const { tool, hash, replay } = request;
  const characters = JSON.stringify(request.input).length;
  const large = characters > MAX_SHOWN;
  const how = large ? `${replay}, with the same input on standard input` : replay;
  return new DejimaError(
    "approval_required",
    `Cannot call "${tool}" without an approval: ${whyAsked(request.reasons)}, and ${why}. To approve it, run: ${how}`,
    { hash, replay, request: large ? { ...request, input: { characters } } : request },
  );
}

/** Why a call may not run, from the reasons that decided it. */
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
        ? message
        : `${rule}${file === undefined ? "" : ` (${file})`}: ${message}`,
    )
    .join("; ");
  const { reason, ways } = withoutRepeats(why);
  // What only this run is held to is explained for this run.
  const ofRun = runId !== undefined && decisive.some(({ layer }) => layer !== "global");
  const command = `dejima policy explain ${tool}${ofRun ? ` --run ${runId}` : ""}`;
  return new DejimaError(
    "tool_not_allowed",
    `Cannot call "${tool}": ${reason}.${ways} \`${command}\` says what would change it`,
    { tool, reasons },
  );
}

const HINT = /\. (To turn it on and be asked each time: dejima policy ask [^\s;]+)/g;

/** Reasons with the ways on at their end, each once. */
function withoutRepeats(why: string): { readonly reason: string; readonly ways: string } {
  const hints = new Set([...why.matchAll(HINT)].map(([, hint]) => ` ${hint}.`));
  return { reason: why.replace(HINT, ""), ways: [...hints].join("") };
}

/** That a call waits in the store for an answer, and nothing in this process waits for it. It has no end yet. */
export class Parked extends DejimaError {
  constructor(approval: Approval) {
    const { id, tool, runId } = approval;
    super(
      "approval_required",
      `Cannot call "${tool}" yet: ${id} waits for an answer. To answer, run: dejima approvals approve ${id}`,
      { parked: true, id, runId, request: approval satisfies ApprovalRequest },
    );
  }
}

/** A question that ended without a yes. */
export function approvalRefused({ id, tool, hash, status, answers }: Approval): DejimaError {
  const { by = "nobody", reason } = answers.at(-1) ?? {};
  if (status === "denied") {
    const said = reason === undefined ? `${by} said no` : `${by} said no, because: ${visibleLine(reason)}`;
    return new DejimaError("approval_denied", `Cannot call "${tool}": ${said}`, {
      ...{ id, by, hash },
      ...defined({ reason }),
    });
  }
  const why = status === "expired" ? "nobody answered in time" : "the question was withdrawn";
  const details = { id, by, hash, status };
  return new DejimaError(
    "approval_expired",
    `Cannot call "${tool}": ${why} (${id}). Nothing was run`,
    details,
  );
}

/** How a question ended that brought no yes, and who decided it. */
export function questionEnd(error: unknown): {
  readonly answer: Exclude<QuestionEnd, "approve">;
  readonly by: string;
} {
  if (!(error instanceof DejimaError)) return { answer: "withdrawn", by: "nobody" };
  const { code, details } = error;
  if (code === "approval_denied") return { answer: "deny", by: String(details.by) };
  if (code === "approval_expired" && details.status === "expired") return { answer: "expired", by: "nobody" };
  // Nobody could be asked: the rules of an unattended run say no.
  return { answer: code === "approval_required" ? "deny" : "withdrawn", by: "nobody" };
}

/** The caller gave up while a person was being asked. */
export function cancelledWhileAsking(tool: string): DejimaError {
  return new DejimaError("cancelled", `Cancelled "${tool}" while asking; nothing was run`, { tool });
}

/** What the command that repeats a call is made from. `skill` is the one that brings the tool along. */
interface RepeatedCall extends Pick<ApprovalRequest, "tool" | "input" | "hash"> {
  readonly skill?: string | undefined;
}

/** The command that repeats a call and agrees to it; a large input is to be given on standard input. */
export function replayOf({ tool, input, hash, skill }: RepeatedCall): string {
  const json = JSON.stringify(input);
  const command = replayCommand(tool, json.length > MAX_SHOWN ? undefined : json, hash);
  return skill === undefined ? command : `${command} --skill ${shellQuote(skill)}`;
}

/** The command line with which a person repeats a refused call and agrees to it; without an input it is read from stdin. */
function replayCommand(tool: string, inputJson: string | undefined, hash: string): string {
  return `dejima tool call ${tool} --input ${inputJson === undefined ? "-" : shellQuote(inputJson)} --approve ${hash}`;
}

function shellQuote(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
