import { text } from "node:stream/consumers";
import { DejimaError } from "../../../contract/error.ts";
import { errorText } from "../../../contract/messages.ts";
import { languageOf } from "../../../support/language-of.ts";
import { agentOptions, thinkingOption } from "../chat/agent-options.ts";
import { followRun } from "../chat/follow-run.ts";
import { createSpinner } from "../chat/spinner.ts";
import type { CommandContext, RunCommand } from "../command.ts";

/** `dejima run "TEXT"`, or the text on standard input. */
export const run: RunCommand = async (context, given) => {
  const words = given.arguments.join(" ");
  const piped = words === "" || words === "-" ? process.stdin.isTTY !== true : false;
  const message = piped ? (await text(process.stdin)).trim() : words.trim();
  if (message === "" || message === "-")
    throw new DejimaError(
      "invalid_input",
      'Cannot run: say what to do, such as dejima run "what time is it"',
    );
  return inLanguage(context, message, async () => {
    const spinner = createSpinner(process.stderr);
    const language = () => languageOf(message);
    const runtime = await context.runtime(agentOptions(context, given, { spinner, language }));
    const { agent } = runtime;
    const { conversation } = given.options;
    return followRun(
      context,
      agent.run(message, {
        door: "cli",
        signal: context.signal,
        ...thinkingOption(given),
        ...(typeof conversation === "string" ? { conversation } : {}),
      }),
      spinner,
    );
  });
};

// An error is told to a person in the language of what they said; programs get it as it is.
async function inLanguage(
  { output }: CommandContext,
  said: string,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DejimaError) || output.json) throw error;
    throw new DejimaError(error.code, errorText(error, languageOf(said)), error.details, { cause: error });
  }
}
