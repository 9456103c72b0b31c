import type { Approval, ApprovalRequest } from "../contract/approval.ts";
import { DejimaError } from "../contract/error.ts";
import type { QuestionEnd } from "../contract/event.ts";
import type { Reason } from "../contract/verdict.ts";

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
  // What only this run is held to is explained for this run.
  const ofRun = runId !== undefined && decisive.some(({ layer }) => layer !== "global");
  const command = `dejima policy explain ${tool}${ofRun ? ` --run ${runId}` : ""}`;
  return new DejimaError(
    "tool_not_allowed",
    `Cannot call "${tool}": ${why}. \`${command}\` says what would change it`,
    { tool, reasons },
  );
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
  const by = answers.at(-1)?.by ?? "nobody";
  if (status === "denied")
    return new DejimaError("approval_denied", `Cannot call "${tool}": ${by} said no`, { id, by, hash });
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

/** The command that repeats a call and agrees to it; a large input is to be given on standard input. */
export function replayOf({ tool, input, hash }: Pick<ApprovalRequest, "tool" | "input" | "hash">): string {
  const json = JSON.stringify(input);
  return replayCommand(tool, json.length > MAX_SHOWN ? undefined : json, hash);
}

/** The command line with which a person repeats a refused call and agrees to it; without an input it is read from stdin. */
function replayCommand(tool: string, inputJson: string | undefined, hash: string): string {
  return `dejima tool call ${tool} --input ${inputJson === undefined ? "-" : shellQuote(inputJson)} --approve ${hash}`;
}

function shellQuote(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** What is asked about without a rule, in words. */
const BY_DEFAULT: Readonly<Record<string, string>> = {
  "command.run": "running a command is asked about each time",
  "env.write": "setting a variable is asked about each time",
};

const DEFAULT = /^default for (\S+) at risk/;

const OUTSIDE = /^untrusted content from ([\s\S]+)$/;

/** Why a call is asked about, in one sentence, from the reasons that ask. */
export function whyAsked(reasons: readonly Reason[]): string {
  const asking = reasons.filter(({ effect }) => effect === "ask").map(words);
  return [...new Set(asking)].join("; ") || "it has to be agreed to";
}

function words({ rule, file }: Reason): string {
  const [, kind] = DEFAULT.exec(rule) ?? [];
  if (kind !== undefined) return BY_DEFAULT[kind] ?? "this is asked about each time";
  if (rule === "default for files that hold secrets") return "it reads a file that may hold secrets";
  if (rule.startsWith("default for risk")) return "this tool is asked about each time";
  const [, source] = OUTSIDE.exec(rule) ?? [];
  if (source !== undefined) return `this run has read content from outside (${source})`;
  return `the rule ${rule}${file === undefined ? "" : ` in ${file}`} asks`;
}
