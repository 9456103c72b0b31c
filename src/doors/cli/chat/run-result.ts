import type { ErrorCode } from "../../../contract/error.ts";
import type { HarbourEvent } from "../../../contract/event.ts";
import { EXIT, exitCodeOf } from "../exit-code.ts";

/** Watches a run and knows the exit code that says how it went. */
interface RunResult {
  see(event: HarbourEvent): void;
  exitCode(): number;
}

const REFUSED: ReadonlySet<ErrorCode> = new Set([
  "tool_not_allowed",
  "approval_required",
  "approval_denied",
  "approval_expired",
]);

/** A run that did nothing of what it tried, because it was refused, counts as denied. */
export function createRunResult(): RunResult {
  let status = "failed";
  let succeeded = 0;
  let refused: ErrorCode | undefined;
  return {
    see(event) {
      if (event.type === "run-end") status = event.status;
      if (event.type !== "call-end") return;
      const code = event.result.error?.code;
      if (event.result.ok) succeeded++;
      else if (code !== undefined && REFUSED.has(code)) refused = code;
    },
    exitCode() {
      if (status === "cancelled") return EXIT.interrupted;
      if (status === "parked") return EXIT.denied;
      if (status !== "done") return EXIT.unavailable;
      return succeeded === 0 && refused !== undefined ? exitCodeOf(refused) : EXIT.done;
    },
  };
}
