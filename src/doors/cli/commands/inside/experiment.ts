import { z } from "zod";
import type { ExperimentStatus, VariantFigures } from "../../../../contract/figures/experiment.ts";
import { LOCAL_USER } from "../../../../contract/run.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { EXIT } from "../../describe/exit-code.ts";
import { personName } from "../../describe/person-name.ts";
import { value } from "../../input/fields.ts";

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
        `Started ${experiment.name}: each run uses "${experiment.tool}" as it is (a) or as you gave it (b), by hash of its id.`,
        `It ends by itself when one is better than the other. See: dejima experiment status ${experiment.name}`,
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
      context.output.data(null, () => NONE);
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
        ? NONE
        : output.table([
            output.headings("NAME", "TOOL", "RUNS", "EVIDENCE", "STATE"),
            ...all.map((one) => [
              one.name,
              output.shown(one.tool),
              `${one.figures.a.used} + ${one.figures.b.used}`,
              evidenceText(one.evidence),
              stateText(one),
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

const NONE = "No experiments yet. `dejima experiment start TOOL --description TEXT` starts one.";

const evidenceText = (evidence: number) => (evidence >= 1000 ? "over 1000" : evidence.toFixed(2));

function stateText({ end }: ExperimentStatus): string {
  if (end === undefined) return "running";
  return end.why === "winner"
    ? `${end.winner} is better`
    : end.note.replace(/(?<=^stopped by ).+$/, (by) => personName(by));
}

const ROWS: readonly (readonly [string, (figures: VariantFigures) => string])[] = [
  ["runs", ({ runs }) => `${runs}`],
  ["runs that used it", ({ used }) => `${used}`],
  [
    "first call went well",
    ({ used, succeeded }) => (used === 0 ? "-" : `${((100 * succeeded) / used).toFixed(1)} %`),
  ],
  ["calls", ({ calls }) => `${calls}`],
  ["failures", ({ failures }) => `${failures}`],
  ["retries", ({ retries }) => `${retries}`],
  ["questions", ({ questions }) => `${questions}`],
  ["undone", ({ undone }) => `${undone}`],
  ["time of a call", ({ calls, averageMs }) => (calls === 0 ? "-" : `${averageMs.toFixed(1)} ms`)],
  ["tokens of a run", ({ runs, averageTokens }) => (runs === 0 ? "-" : `${averageTokens}`)],
];

function statusText(state: ExperimentStatus, { output }: CommandContext): string {
  const { name, tool, figures, evidence, end, description } = state;
  const rows = ROWS.map(([label, read]) => [label, read(figures.a), read(figures.b)]);
  const next =
    end?.winner === "b" && description !== undefined
      ? [`To use it in every run: dejima tool describe ${tool} --from ${name}`]
      : [];
  return [
    `${name}: ${output.shown(tool)}, ${stateText(state)}`,
    output.table([["", ...output.headings("A (AS IT IS)", "B (TRIED)")], ...rows]),
    `Evidence of a difference: ${evidenceText(evidence)} (20 decides)`,
    ...next,
  ].join("\n");
}
