import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import { LOCAL_USER } from "../../../../contract/run.ts";
import { defined } from "../../../../support/defined.ts";
import { defineCommand } from "../../define-command.ts";
import { EXIT } from "../../describe/exit-code.ts";
import { flag, value, values } from "../../input/fields.ts";
import { readCases } from "../../input/read-input.ts";

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
    if ([text, from, reset || undefined].filter((option) => option !== undefined).length > 1)
      throw new DejimaError("invalid_input", "Cannot combine these options: pass --text, --from or --reset");
    const harbour = await runtime();
    await harbour.ready();
    const { experiments } = harbour;
    const chosen = from === undefined ? text : await triedDescription(harbour, from, name);
    if (chosen !== undefined) await experiments.describe(name, chosen, LOCAL_USER);
    if (reset && !(await experiments.describe(name, undefined, LOCAL_USER)))
      throw new DejimaError("not_found", `Cannot reset the description of "${name}": it was not replaced`);
    const own = reset ? undefined : harbour.toolInfo(name);
    const set = (await experiments.described()).find(({ tool }) => tool === (own?.name ?? name));
    output.data(
      { tool: own?.name ?? name, own: own?.description, set: set?.description, current: set?.current },
      () =>
        reset
          ? output.say`"${name}" has its own description again.`
          : [
              output.say`Own: ${output.shown(own?.description ?? "")}`,
              ...(set === undefined ? [] : [output.say`Set: ${output.shown(set.description)}`]),
              ...(set?.current === false
                ? [
                    output.say(
                      "Not used: the tool's own description has changed since. Set it again, or --reset",
                    ),
                  ]
                : []),
            ].join("\n"),
    );
    return EXIT.done;
  },
});

const suggest = defineCommand({
  path: ["tool", "suggest"],
  summary: "Propose a better description of a tool from requests that it failed; nothing is applied",
  input: z.object({
    name: z.string(),
    start: flag("start an experiment with the proposal"),
    eval: values("file", "evaluate the proposal on these cases"),
  }),
  arguments: ["name"],
  examples: ["dejima tool suggest read_file", "dejima tool suggest read_file --eval evals/notes.yaml"],
  async run({ runtime, output, cwd, signal }, { name, start, eval: files = [] }) {
    const { experiments, evals } = await runtime();
    const cases = await readCases(files, { evals, cwd });
    const proposal = await evals.suggest(name, { signal });
    const { tool, before, after, failures } = proposal;
    const variants = [{ name: "proposal", descriptions: { [tool]: after } }];
    const report = cases.length === 0 ? undefined : await evals.run(cases, { variants, signal });
    const experiment = start
      ? await experiments.start({ tool, description: after, by: LOCAL_USER })
      : undefined;
    output.data({ ...proposal, ...defined({ report, experiment }) }, () =>
      [
        ...failures.map(({ kind, text }) => `${kind}: ${output.shown(text)}`),
        "",
        ...before.split("\n").map((line) => output.style("red", `- ${output.shown(line)}`)),
        ...after.split("\n").map((line) => output.style("green", `+ ${output.shown(line)}`)),
        "",
        ...(report === undefined
          ? []
          : [output.say`${report.worse} of ${cases.length} cases worse with the proposal.`]),
        experiment === undefined
          ? output.say`Nothing was changed. To try it on real runs: dejima tool suggest ${tool} --start, or dejima experiment start ${tool} --description TEXT`
          : output.say`Started ${experiment.name}. See: dejima experiment status ${experiment.name}`,
      ].join("\n"),
    );
    return report === undefined || report.worse === 0 ? EXIT.done : EXIT.failed;
  },
});

/** The commands of this file. */
export const COMMANDS = [describe, suggest];

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
