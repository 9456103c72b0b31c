import { defined } from "../../support/defined.ts";
import { visibleText } from "../../text/visible-text.ts";
import { lookForTool, type RequestedCall } from "./call-tool.ts";
import type { CommandContext } from "./command.ts";

const ENDS = {
  allow: "It would run without a question",
  ask: "A person would be asked first",
  deny: "It would be refused: `dejima policy explain` says by what",
} as const;

/**
 * Shows what a call would do, and does nothing. The exit code is 3 if the call would not run without an
 * approval.
 */
export async function dryRun(
  context: CommandContext,
  { tool, input, skill }: Pick<RequestedCall, "tool" | "input" | "skill">,
): Promise<number> {
  const runtime = await context.runtime();
  await lookForTool(runtime, tool);
  const described = await runtime.preview(tool, input, defined({ skills: skill }));
  const { verdict, words, preview } = described;
  context.output.data(described, () =>
    [
      ...words.en.map((phrase) => visibleText(`It ${phrase}`)),
      ...(preview === undefined ? [] : ["", visibleText(preview.text.trimEnd()), ""]),
      `${ENDS[verdict]}. Nothing was done.`,
    ].join("\n"),
  );
  return verdict === "allow" ? 0 : 3;
}
