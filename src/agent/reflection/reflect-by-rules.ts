import type { Reflection } from "../../contract/agent-event.ts";
import type { ErrorCode } from "../../contract/error.ts";
import type { AgentState, Receipt } from "../workflow/state.ts";

const MOST_REFLECTIONS = 3;

const REFUSED: ReadonlySet<ErrorCode> = new Set([
  "tool_not_allowed",
  "approval_denied",
  "approval_required",
  "approval_expired",
]);
const PASSING: ReadonlySet<ErrorCode> = new Set(["timeout", "server_unavailable", "limit_exceeded"]);

const SUGGESTIONS: Readonly<Partial<Record<ErrorCode, string>>> = {
  tool_not_found: "use a tool of the list, or search for one",
  invalid_input: "read the schema with get_tool_info and change the input",
  not_found: "list what there is and use a name from that list",
  tool_not_allowed: "do not try again; tell the user what was refused and what would allow it",
  approval_required: "do not try again; tell the user how to approve it",
  approval_denied: "the user said no: do not try again, nor another way to the same end",
  approval_expired: "nobody answered in time; tell the user",
  path_blocked: "stay inside the workspace",
  host_blocked: "use another source, or tell the user which host is refused",
  too_large: "take a smaller part",
  timeout: "do less at once, or try once more",
  server_unavailable: "try once more, then without it",
  exit_nonzero: "read what the program said, and change the command",
  io_error: "check that the path exists with list_files",
  skill_not_found: "list the skills",
  conflict: "read the present state before you change it; do not repeat the call",
};

/** Whether a round failed only because a person or the policy said no: nothing is to be thought about then. */
export function onlyRefused(failures: readonly Receipt[]): boolean {
  return failures.every(({ code }) => REFUSED.has(code ?? "internal"));
}

/** Judges a round with failures by fixed rules. */
export function reflectByRules({ failures, receipts, reflections, iteration }: AgentState): Reflection {
  const succeeded = receipts.filter(({ ok }) => ok).length;
  const toolFailures = failures.map(({ tool, code, message }) => {
    const suggestion = code === undefined ? undefined : SUGGESTIONS[code];
    return {
      toolName: tool,
      error: (message ?? code ?? "failed").slice(0, 500),
      ...(suggestion === undefined ? {} : { suggestion }),
    };
  });
  const verdict = verdictOn(failures, reflections.length + 1);
  return {
    verdict,
    assessment: `${failures.length} of the last calls failed, ${succeeded} calls of this run succeeded in ${iteration} rounds`,
    lessons: [
      ...new Set(
        toolFailures.map(({ toolName, suggestion }) => `${toolName}: ${suggestion ?? "try another way"}`),
      ),
    ],
    ...(verdict === "complete"
      ? { nextFocus: "Answer now with what you have; say plainly what did not work." }
      : {}),
    toolFailures,
  };
}

function verdictOn(failures: readonly Receipt[], count: number): Reflection["verdict"] {
  if (count >= MOST_REFLECTIONS) return "complete";
  const codes = failures.map(({ code }) => code ?? "internal");
  if (onlyRefused(failures)) return count > 1 ? "complete" : "replan";
  return codes.every((code) => PASSING.has(code)) ? "continue" : "replan";
}
