import type { ErrorCode } from "../../../contract/error.ts";
import type { HarbourEvent } from "../../../contract/event.ts";
import type { CommandContext } from "../command.ts";
import { EXIT, exitCodeOf } from "../describe/exit-code.ts";
import { createEventPrinter } from "./event-printer.ts";
import { createSpinner, type Spinner } from "./spinner.ts";

/** Shows a run as it goes, as JSON lines or for a person. Returns its exit code. */
export async function followRun(
  { output, terminal, stdout, stderr }: CommandContext,
  events: AsyncIterable<HarbourEvent>,
  spinner: Spinner = createSpinner(stderr),
): Promise<number> {
  const printer = createEventPrinter({ output, stdout, spinner });
  const result = createRunResult();
  try {
    for await (const event of events) {
      result.see(event);
      // Print nothing below an open question, so that its subject stays beside the prompt.
      await terminal.free();
      if (output.json) output.line(event, () => "");
      else printer.print(event);
    }
  } finally {
    spinner.stop();
  }
  return result.exitCode();
}

/** Watches a run and computes its exit code. */
interface RunResult {
  see(event: HarbourEvent): void;
  exitCode(): number;
}

/** A run whose attempts were all refused or failed ends with the exit code of that failure. */
function createRunResult(): RunResult {
  let status = "failed";
  let succeeded = 0;
  let failed: ErrorCode | undefined;
  return {
    see(event) {
      if (event.type === "run-end") status = event.status;
      if (event.type !== "call-end") return;
      const code = event.result.error?.code;
      // A read before the failed call does not count as success.
      if (event.result.ok) succeeded += event.risk !== "low" || failed !== undefined ? 1 : 0;
      else failed = code ?? "internal";
    },
    exitCode() {
      if (status === "cancelled") return EXIT.interrupted;
      if (status === "parked") return EXIT.denied;
      if (status !== "done") return EXIT.unavailable;
      return succeeded === 0 && failed !== undefined ? exitCodeOf(failed) : EXIT.done;
    },
  };
}
