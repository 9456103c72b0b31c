import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { stringify } from "yaml";
import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import type { Runtime } from "../../../../runtime.ts";
import { defined } from "../../../../support/defined.ts";
import { thrownText } from "../../../../support/thrown-text.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { chosenAgentRun } from "../../describe/describe-record.ts";
import { EXIT } from "../../describe/exit-code.ts";
import { count, flag, value, values } from "../../input/fields.ts";
import { readCases, readPairs, readText } from "../../input/read-input.ts";

type EvalReport = Awaited<ReturnType<Runtime["evals"]["run"]>>;
type VariantReport = EvalReport["variants"][number];
type CaseReport = VariantReport["cases"][number];

const evaluate = defineCommand({
  path: ["eval"],
  group: "Evaluate models, prompts, descriptions and rules on recorded cases",
  summary: "Replay cases and compare variants with the baseline; tools answer from the case, nothing is run",
  input: z.object({
    files: z.array(z.string()),
    model: value("model", "try this model, such as openai:gpt-5"),
    prompt: value("text", "try this addition to the system prompt"),
    describe: values("pair", "try this description of a tool, as NAME=TEXT"),
    variants: value("file", "try every variant of this YAML file (model, prompt, descriptions, policy)"),
    baseline: value("file", "compare with this report of --json (default: the current setup)"),
    judge: value("model", "have this model judge the answers, too"),
    html: value("file", "write the report as one HTML file"),
    tolerance: count(20, "how many percent more tokens do not count as worse", { from: 0, to: 1000 }),
  }),
  arguments: ["files"],
  examples: [
    "dejima eval evals/*.yaml",
    "dejima eval evals/*.yaml --model openai:gpt-5-mini --html report.html",
    'dejima eval evals/*.yaml --describe "read_file=Read one text file of the workspace"',
    "dejima eval evals/*.yaml --baseline before.json",
  ],
  async run(context, input) {
    const { output, cwd, signal, stderr } = context;
    const { evals } = await context.runtime();
    const cases = await readCases(input.files, { evals, cwd });
    const baseline =
      input.baseline === undefined ? undefined : await readText("the baseline", input.baseline, { cwd });
    const { judge, tolerance } = input;
    const report = await evals.run(cases, {
      variants: await variantsOf(context, input),
      tolerance,
      signal,
      ...defined({ baseline, judge }),
      onCase: (variant, { name }) => {
        if (!output.json && stderr.isTTY) output.note(`${variant}: ${output.shown(name)}`);
      },
    });
    // Printed first, so that the figures are not lost if the file cannot be written.
    output.data(report, () => reportText(report, context));
    if (input.html !== undefined) await writeReport(resolve(cwd, input.html), await evals.html(report));
    return report.worse === 0 ? EXIT.done : EXIT.failed;
  },
});

const record = defineCommand({
  path: ["eval", "record"],
  summary: "Make cases from recorded runs of the agent",
  input: z.object({
    runs: z.array(z.string()).default([]),
    to: value("folder", "where the cases are written (default: evals)"),
    force: flag("replace cases that exist"),
  }),
  arguments: ["runs"],
  examples: ["dejima eval record", "dejima eval record 20261115-104215-k3f9qa --to cases"],
  async run({ runtime, output, cwd }, { runs, to = "evals", force }) {
    const harbour = await runtime();
    const names = runs.length === 0 ? [undefined] : runs;
    const folder = resolve(cwd, to);
    const files: string[] = [];
    for (const name of names) {
      const runId = await chosenAgentRun(harbour, name);
      const one = await harbour.evals.record(runId);
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${runId}.yaml`);
      await writeCase(file, stringify(one, { lineWidth: 0, aliasDuplicateObjects: false }), force);
      files.push(relative(cwd, file));
    }
    output.data({ files }, () =>
      [
        ...files.map((file) => output.say`Written: ${output.shown(file)}`),
        output.say`Check the values under \`expect\`, then: dejima eval ${output.shown(files.join(" "))}`,
      ].join("\n"),
    );
    return EXIT.done;
  },
});

/** The commands of this file. */
export const COMMANDS = [evaluate, record];

async function variantsOf(
  { runtime, cwd }: CommandContext,
  input: {
    model?: string | undefined;
    prompt?: string | undefined;
    describe?: string[] | undefined;
    variants?: string | undefined;
  },
) {
  const { evals } = await runtime();
  const { model, prompt } = input;
  const descriptions = readPairs(input.describe, "--describe", "=");
  const named = [model, prompt === undefined ? undefined : "prompt", descriptions && "descriptions"];
  const name = named.filter((part) => part !== undefined).join(" + ");
  const own = name === "" ? [] : [{ name, ...defined({ model, prompt, descriptions }) }];
  if (input.variants === undefined) return own;
  const text = await readText("the variants", input.variants, { cwd });
  return [...own, ...(await evals.readVariants(text, input.variants))];
}

async function writeCase(file: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(file, text, { flag: force ? "w" : "wx" });
  } catch (cause) {
    if ((cause as { code?: string }).code !== "EEXIST") throw unwritable(file, cause); // errors of the file system have a code
    throw new DejimaError("conflict", `Cannot write "${file}": it already exists. --force replaces it`);
  }
}

async function writeReport(file: string, html: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, html);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

function unwritable(file: string, cause: unknown): DejimaError {
  return new DejimaError("io_error", `Cannot write "${file}": ${thrownText(cause)}`, {}, { cause });
}

function reportText({ variants, worse }: EvalReport, { output }: CommandContext): string {
  const [first = "", ...others] = output.headings(
    ...["CASE", "RIGHT", "VALID", "ASKED", "ROUNDS", "TOKENS", "CLAIMS", "NOT RECORDED"],
  );
  const headings = [first, "", ...others];
  const tables = variants.map((variant) => {
    const rows = variant.cases.map((one) => rowOf(one, output));
    const notes = variant.cases.flatMap((one) =>
      [
        ...one.worse.map((line) => output.say`worse, ${line}`),
        ...one.problems.filter((line) => !one.worse.includes(line)),
      ].map((note) => `  ${output.shown(`${one.name}: ${note}`)}`),
    );
    const heading = output.style("bold", output.shown(`${variant.name} (${variant.model})`));
    return [heading, output.table([headings, ...rows]), ...notes].join("\n");
  });
  const end =
    worse === 0
      ? output.style(
          "green",
          variants.length === 1 ? output.say("Done.") : output.say("No case is worse than the baseline."),
        )
      : output.style("red", output.say`${output.say.count(worse, "case")} worse than the baseline.`);
  return [...tables, end].join("\n\n");
}

function rowOf(
  { name, measures, worse, problems }: CaseReport,
  { shown, style, say }: CommandContext["output"],
): string[] {
  const { rightCalls, expectedCalls, validCalls, calls, questions, rounds, tokens, estimated } = measures;
  return [
    shown(name),
    worse.length > 0
      ? style("red", say("worse"))
      : problems.length === 0
        ? style("green", say("good"))
        : style("yellow", say("not good")),
    `${rightCalls}/${expectedCalls}`,
    `${validCalls}/${calls}`,
    `${questions}`,
    `${rounds}`,
    `${estimated ? "~" : ""}${tokens}`,
    `${measures.claims.length}`,
    `${measures.notRecorded}`,
  ];
}
