import { defined } from "../../support/defined.ts";
import { previewText } from "../../text/question-lead.ts";
import { visibleText } from "../../text/visible-text.ts";
import { lookForTool, type RequestedCall } from "./call-tool.ts";
import type { CommandContext } from "./command.ts";

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
  const { say } = context.output;
  const ends = {
    allow: say("It would run without a question. Nothing was done."),
    ask: say("A person would be asked first. Nothing was done."),
    deny: say("It would be refused: `dejima policy explain` says by what. Nothing was done."),
  };
  const { language } = say;
  context.output.data(described, () =>
    [
      ...words[language].map((phrase) => visibleText(language === "en" ? `It ${phrase}` : phrase)),
      ...(preview === undefined ? [] : ["", visibleText(previewText(preview, language).trimEnd()), ""]),
      ends[verdict],
    ].join("\n"),
  );
  return verdict === "allow" ? 0 : 3;
}
