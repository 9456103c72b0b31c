import type { ErrorCode } from "../../../contract/error.ts";
import type { HarbourEvent } from "../../../contract/event.ts";
import type { CommandContext } from "../command.ts";
import { EXIT, exitCodeOf } from "../exit-code.ts";
import { createEventPrinter } from "./event-printer.ts";
import { createSpinner, type Spinner } from "./spinner.ts";

/** Shows a run as it goes, as JSON lines or for a person, and gives its exit code. */
export async function followRun(
  { output, terminal }: CommandContext,
  events: AsyncIterable<HarbourEvent>,
  spinner: Spinner = createSpinner(process.stderr),
): Promise<number> {
  const printer = createEventPrinter({ output, stdout: process.stdout, spinner });
  const result = createRunResult();
  try {
    for await (const event of events) {
      result.see(event);
      // Nothing is written under a question: its subject stays beside the prompt.
      await terminal.free();
      if (output.json) output.line(event, () => "");
      else printer.print(event);
    }
  } finally {
    spinner.stop();
  }
  return result.exitCode();
}

/** Watches a run and knows the exit code that says how it went. */
interface RunResult {
  see(event: HarbourEvent): void;
  exitCode(): number;
}

/** A run that did nothing of what it tried, because it was refused or failed, ends with the code of that. */
function createRunResult(): RunResult {
  let status = "failed";
  let succeeded = 0;
  let failed: ErrorCode | undefined;
  return {
    see(event) {
      if (event.type === "run-end") status = event.status;
      if (event.type !== "call-end") return;
      const code = event.result.error?.code;
      // A look before the call that failed did nothing of what was asked for.
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
