import { DejimaError } from "../../src/contract/error.ts";
import type { CommandContext } from "../../src/doors/cli/command.ts";
import { commandExitCodeOf } from "../../src/doors/cli/describe/exit-code.ts";
import { createOutput } from "../../src/doors/cli/describe/output.ts";
import { parseArguments } from "../../src/doors/cli/input/parse-arguments.ts";
import type { TestRuntime } from "./a-runtime.ts";
import { aStream, type Ended } from "./run-cli.ts";

/** Runs a command line in this process with a given runtime: what `dejima ARGS` does after its start, without the start. */
export async function runInProcess(
  { runtime, workspace }: Pick<TestRuntime, "runtime" | "workspace">,
  args: readonly string[],
  { variables = {} }: { readonly variables?: CommandContext["variables"] } = {},
): Promise<Ended> {
  const parsed = await parseArguments(args, "0.0.0");
  if (!("command" in parsed)) throw new Error(`not a command line: ${args.join(" ")}: ${parsed.message}`);
  const [stdout, stderr] = [aStream(), aStream()];
  const output = createOutput({ json: parsed.globals.json, stdout: stdout.stream, stderr: stderr.stream });
  const { signal } = new AbortController();
  const ready = async () => {
    await runtime.ready();
    return runtime;
  };
  // Without a person at a terminal, commands of skills and tools use these members alone.
  const context = { cwd: workspace, variables, output, signal, interactive: false, runtime: ready };
  const code = await parsed.command.run(context as never as CommandContext, parsed.input).catch((error) => {
    if (!(error instanceof DejimaError)) throw error;
    output.error(error);
    return commandExitCodeOf(error.code);
  });
  const [said, noted] = [stdout.text(), stderr.text()];
  return { code, stdout: said, stderr: noted, json: () => JSON.parse(said) };
}
