import type { Reason } from "../../../contract/verdict.ts";
import { visibleText } from "../../../text/visible-text.ts";
import { activeSkills } from "../active-skills.ts";
import type { CommandContext, RunCommand } from "../command.ts";
import type { Output } from "../output.ts";
import { readInput } from "../read-input.ts";

const COLOURS = { allow: "green", ask: "yellow", deny: "red" } as const;

// A call's id is its run's and a number, which no name of a tool can be.
const CALL_ID = /^\d{8}-\d{6}-[a-z2-9]{6}\.\d+$/;

const HINT = "With --input, one call is judged: what it would touch, and the rules that look at that";

/** `dejima policy explain NAME`, or the id of a past call */
export const run: RunCommand = async (context, given) => {
  const { runtime, output, cwd } = context;
  const {
    arguments: [name = ""],
    options,
  } = given;
  if (CALL_ID.test(name)) return explainPast(context, name);
  const input = options.input === undefined ? undefined : await readInput(options.input, cwd);
  const explained = await (await runtime()).explain(name, input, activeSkills(options.skill));
  const { verdict, reasons } = explained;
  const change = input === undefined ? [...explained.change, HINT] : explained.change;
  output.data({ verdict, reasons, change }, () => {
    const rows = reasonRows(reasons, output);
    const head = `${name}: ${output.style([COLOURS[verdict], "bold"], verdict)}`;
    return `${head}\n\n${output.table(rows)}\n\nTo change it:\n${change.map((line) => `  ${line}`).join("\n")}`;
  });
  return 0;
};

async function explainPast({ runtime, output }: CommandContext, callId: string): Promise<number> {
  const past = await (await runtime()).policy.explainCall(callId);
  const { tool, verdict, reasons, approvals, ended } = past;
  output.data(past, () =>
    [
      `${callId}, ${tool}: ${verdict === undefined ? "never judged" : output.style([COLOURS[verdict], "bold"], verdict)}`,
      output.table(reasonRows(reasons, output)),
      ...approvals.map(
        ({ answer, by, door = "here", at, grant }) =>
          `${answer} by ${visibleText(by)} (${grant === undefined ? door : `grant ${grant}`}) at ${at}`,
      ),
      ended === undefined
        ? "no end is recorded: it may have run"
        : `ended ${ended.result.ok ? "well" : ended.result.error?.code}`,
    ].join("\n"),
  );
  return 0;
}

function reasonRows(reasons: readonly Reason[], output: Output): string[][] {
  return reasons.map(({ effect, layer, rule, message, file }) => [
    output.style(COLOURS[effect], effect),
    file === undefined ? layer : `${layer} (${file})`,
    visibleText(rule),
    visibleText(message),
  ]);
}
