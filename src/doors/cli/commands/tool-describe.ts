import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { LOCAL_USER } from "../../../contract/run.ts";
import { defineCommand } from "../define-command.ts";
import { EXIT } from "../exit-code.ts";
import { flag, value } from "../fields.ts";

const describe = defineCommand({
  path: ["tool", "describe"],
  summary: "Show, set or reset the description that the agent's model gets of a tool",
  input: z.object({
    name: z.string(),
    text: value("text", "describe it like this from now on"),
    from: value("experiment", "describe it as this experiment tried"),
    reset: flag("go back to the tool's own description"),
  }),
  arguments: ["name"],
  examples: [
    "dejima tool describe read_file",
    'dejima tool describe read_file --text "Read one text file of the workspace, page by page"',
    "dejima tool describe read_file --reset",
  ],
  async run({ runtime, output }, { name, text, from, reset }) {
    if ([text, from, reset || undefined].filter((given) => given !== undefined).length > 1)
      throw new DejimaError("invalid_input", "Cannot do several at once: give --text, --from or --reset");
    const harbour = await runtime();
    await harbour.ready();
    const { experiments } = harbour;
    const chosen = from === undefined ? text : await triedDescription(harbour, from, name);
    if (chosen !== undefined) await experiments.describe(name, chosen, LOCAL_USER);
    if (reset && !(await experiments.describe(name, undefined, LOCAL_USER)))
      throw new DejimaError("not_found", `Cannot reset the description of "${name}": none was set`);
    const own = reset ? undefined : harbour.toolInfo(name);
    const set = (await experiments.described()).find(({ tool }) => tool === (own?.name ?? name));
    output.data(
      { tool: own?.name ?? name, own: own?.description, set: set?.description, current: set?.current },
      () =>
        reset
          ? `"${name}" has its own description again.`
          : [
              `Own: ${output.shown(own?.description ?? "")}`,
              ...(set === undefined ? [] : [`Set: ${output.shown(set.description)}`]),
              ...(set?.current === false
                ? ["Not used: the tool's own description has changed since. Set it again, or --reset"]
                : []),
            ].join("\n"),
    );
    return EXIT.done;
  },
});

/** The commands of this file. */
export const COMMANDS = [describe];

async function triedDescription(
  { experiments }: Awaited<ReturnType<Parameters<(typeof describe)["run"]>[0]["runtime"]>>,
  name: string,
  tool: string,
): Promise<string> {
  const { description, tool: of } = await experiments.status(name);
  if (description !== undefined && of === tool) return description;
  throw new DejimaError(
    "invalid_input",
    `Cannot describe "${tool}" as "${name}" tried: that experiment is about ${description === undefined ? "versions" : "another tool"}`,
  );
}
