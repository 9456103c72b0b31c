import type { HarbourEvent } from "../../../contract/event.ts";
import type { CommandContext } from "../command.ts";
import { createEventPrinter } from "./event-printer.ts";
import { createRunResult } from "./run-result.ts";
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
