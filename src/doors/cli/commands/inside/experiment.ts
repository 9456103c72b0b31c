import { z } from "zod";
import type { ExperimentStatus, VariantFigures } from "../../../../contract/figures/experiment.ts";
import { LOCAL_USER } from "../../../../contract/run.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { personName } from "../../describe/describe-record.ts";
import { EXIT } from "../../describe/exit-code.ts";
import { value } from "../../input/fields.ts";
import type { Say } from "../../words/say.ts";

const start = defineCommand({
  path: ["experiment", "start"],
  group: "Compare two descriptions or versions of a tool on real runs",
  summary: "Start an experiment: half of the runs use another description or version of a tool",
  input: z.object({
    tool: z.string(),
    description: value("text", "the description to try"),
    withVersion: value("version", "the registered version to try"),
    name: value("name", "name of the experiment (default: made from the tool and the time)"),
  }),
  arguments: ["tool"],
  examples: [
    'dejima experiment start read_file --description "Read one text file of the workspace, page by page"',
    "dejima experiment start translate --with-version 2.0.0 --name translate-2",
  ],
  async run({ runtime, output }, { tool, description, withVersion: version, name }) {
    const harbour = await runtime();
    await harbour.ready();
    const experiment = await harbour.experiments.start({ tool, description, version, name, by: LOCAL_USER });
    output.data(experiment, () =>
      [
        output.say`Started ${experiment.name}: each run uses "${experiment.tool}" as it is (a) or as you gave it (b), by hash of its id.`,
        output.say`It ends when one is clearly better. See: dejima experiment status ${experiment.name}`,
      ].join("\n"),
    );
    return EXIT.done;
  },
});

const status = defineCommand({
  path: ["experiment", "status"],
  summary: "Show what an experiment has found so far; looking often does no harm",
  input: z.object({ name: z.string().optional() }),
  arguments: ["name"],
  examples: ["dejima experiment status", "dejima experiment status translate-2 --json"],
  async run(context, { name }) {
    const { experiments } = await context.runtime();
    const chosen = name ?? (await experiments.list())[0]?.name;
    if (chosen === undefined) {
      context.output.data(null, () => none(context.output.say));
      return EXIT.done;
    }
    const state = await experiments.status(chosen);
    context.output.data(state, () => statusText(state, context));
    return EXIT.done;
  },
});

const list = defineCommand({
  path: ["experiment", "list"],
  summary: "List experiments, the newest first",
  input: z.object({}),
  examples: ["dejima experiment list"],
  async run({ runtime, output }) {
    const all = await (await runtime()).experiments.list();
    output.data(all, () =>
      all.length === 0
        ? none(output.say)
        : output.table([
            output.headings("NAME", "TOOL", "RUNS", "EVIDENCE", "STATE"),
            ...all.map((one) => [
              one.name,
              output.shown(one.tool),
              `${one.figures.a.used} + ${one.figures.b.used}`,
              evidenceText(one.evidence, output.say),
              stateText(one, output.say),
            ]),
          ]),
    );
    return EXIT.done;
  },
});

const stop = defineCommand({
  path: ["experiment", "stop"],
  summary: "Stop an experiment; every later run uses the tool as it is",
  input: z.object({ name: z.string() }),
  arguments: ["name"],
  examples: ["dejima experiment stop translate-2"],
  async run(context, { name }) {
    const state = await (await context.runtime()).experiments.stop(name, LOCAL_USER);
    context.output.data(state, () => statusText(state, context));
    return EXIT.done;
  },
});

/** The commands of this file. */
export const COMMANDS = [start, status, list, stop];

const none = (say: Say) =>
  say("No experiments yet. `dejima experiment start TOOL --description TEXT` starts one.");

const evidenceText = (evidence: number, say: Say) =>
  evidence >= 1000 ? say("over 1000") : evidence.toFixed(2);

function stateText({ end }: ExperimentStatus, say: Say): string {
  if (end === undefined) return say.value("running");
  if (end.why === "winner") return say`${end.winner ?? ""} is better`;
  const [, by] = /^stopped by (.+)$/.exec(end.note) ?? [];
  return by === undefined ? say.phrases(end.note) : say`stopped by ${personName(by, say)}`;
}

const rowsOf = (say: Say): readonly (readonly [string, (figures: VariantFigures) => string])[] => [
  [say("runs"), ({ runs }) => `${runs}`],
  [say("runs that used it"), ({ used }) => `${used}`],
  [
    say("first call went well"),
    ({ used, succeeded }) => (used === 0 ? "-" : `${((100 * succeeded) / used).toFixed(1)} %`),
  ],
  [say("calls"), ({ calls }) => `${calls}`],
  [say("failures"), ({ failures }) => `${failures}`],
  [say("retries"), ({ retries }) => `${retries}`],
  [say("questions"), ({ questions }) => `${questions}`],
  [say("undone"), ({ undone }) => `${undone}`],
  [say("time of a call"), ({ calls, averageMs }) => (calls === 0 ? "-" : `${averageMs.toFixed(1)} ms`)],
  [say("tokens of a run"), ({ runs, averageTokens }) => (runs === 0 ? "-" : `${averageTokens}`)],
];

function statusText(state: ExperimentStatus, { output }: CommandContext): string {
  const { name, tool, figures, evidence, end, description } = state;
  const rows = rowsOf(output.say).map(([label, read]) => [label, read(figures.a), read(figures.b)]);
  const next =
    end?.winner === "b" && description !== undefined
      ? [output.say`To use it in every run: dejima tool describe ${tool} --from ${name}`]
      : [];
  return [
    `${name}: ${output.shown(tool)}, ${stateText(state, output.say)}`,
    output.table([["", ...output.headings("A (AS IT IS)", "B (TRIED)")], ...rows]),
    output.say`Evidence of a difference: ${evidenceText(evidence, output.say)} (20 decides)`,
    ...next,
  ].join("\n");
}
