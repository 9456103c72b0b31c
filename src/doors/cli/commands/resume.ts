import { DejimaError } from "../../../contract/error.ts";
import { agentOptions, thinkingOption } from "../chat/agent-options.ts";
import { followRun } from "../chat/follow-run.ts";
import { createSpinner } from "../chat/spinner.ts";
import type { RunCommand } from "../command.ts";

/** `dejima resume [RUN]`: goes on with a run that broke off; without a name, with the latest one. */
export const run: RunCommand = async (context, given) => {
  const spinner = createSpinner(process.stderr);
  const runtime = await context.runtime(agentOptions(context, given, { spinner }));
  const { agent } = runtime;
  const [named] = given.arguments;
  const runId = named ?? (await agent.interrupted())[0]?.runId;
  if (runId === undefined)
    throw new DejimaError("invalid_input", "Cannot resume: no run of the agent has broken off");
  return followRun(
    context,
    agent.resume(runId, { door: "cli", signal: context.signal, ...thinkingOption(given) }),
    spinner,
  );
};
