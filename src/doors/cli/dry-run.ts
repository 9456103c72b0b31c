import { stripTypeScriptTypes } from "node:module";
import { DejimaError } from "../../contract/error.ts";
import type { Runtime } from "../../runtime.ts";
import { defined } from "../../support/defined.ts";
import { previewText } from "../../text/question-lead.ts";
import { visibleLine, visibleText } from "../../text/visible-text.ts";
import { lookForTool, type RequestedCall } from "./call-tool.ts";
import type { CommandContext } from "./command.ts";
import type { Say } from "./words/say.ts";

type PlannedVerdict = NonNullable<Awaited<ReturnType<Runtime["preview"]>>["calls"]>[number];

const TOOL = "run_program";
const MAX_REASON_LENGTH = 200;

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
    deny: say("It would be refused: `dejima policy explain` names the rule. Nothing was done."),
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

/** Shows the calls in a program and the verdict of each. Runs nothing. */
export async function dryRunProgram(context: CommandContext, input: { code: string }): Promise<number> {
  checkSyntax(input.code);
  const runtime = await context.runtime();
  for (const { tool } of (await runtime.preview(TOOL, input)).calls ?? [])
    if (tool !== undefined) await lookForTool(runtime, tool);
  const described = await runtime.preview(TOOL, input);
  const { calls = [], verdict } = described;
  const wide = Math.max(0, ...calls.map(({ tool }) => tool?.length ?? 0));
  const { say } = context.output;
  context.output.data(described, () =>
    [
      ...(calls.length === 0
        ? [say("There is no call in this program.")]
        : [say("This program would make these calls:")]),
      ...calls.flatMap((call) => lines(call, wide, say)),
      "",
      `${ending(calls, say)}${say("Nothing was done.")}`,
    ].join("\n"),
  );
  return verdict === "allow" && calls.every((call) => call.verdict === "allow") ? 0 : 3;
}

/** Throws a syntax error with its position if the program could not start. */
function checkSyntax(code: string): void {
  const { emitWarning } = process;
  try {
    // Node warns that this function is experimental, which does not concern the user of a dry run.
    process.emitWarning = () => {};
    stripTypeScriptTypes(`async function program(tools, console) {\n${code}\n}`);
  } catch (cause) {
    const { message, stack = "" } = cause instanceof Error ? cause : new Error(String(cause));
    const line = Number(/^:(\d+)\n/.exec(stack)?.[1] ?? 1) - 1;
    const place = line > 0 ? `line ${line}: ` : "";
    throw new DejimaError(
      "invalid_input",
      `Cannot run this program: it is not valid: ${place}${message.trim().split("\n")[0]}`,
      {},
      { cause },
    );
  } finally {
    process.emitWarning = emitWarning;
  }
}

function lines(call: PlannedVerdict, wide: number, say: Say): string[] {
  const { line, tool = say("(unknown)"), text, why, exact } = call;
  const shown = `  ${say`line ${line ?? 0}`}  ${visibleLine(tool).padEnd(wide)}  ${judged(call, say)}  ${visibleLine(text)}`;
  const touched = touches(call, say);
  const isExplained = call.verdict === "allow" || why === undefined || touched === why;
  return [
    shown,
    ...(touched === undefined ? [] : [`      ${visibleLine(touched)}`]),
    ...(isExplained
      ? []
      : [
          `      ${exact ? "" : say("with any input: ")}${visibleLine(say.phrases(`; ${why.split("; ").at(-1) ?? ""}`).replace(/^[;；] ?/, "")).slice(0, MAX_REASON_LENGTH)}`,
        ]),
  ];
}

/** What a call would touch, or what it can touch at most. */
function touches(
  { tool, verdict, exact, touches: known, kinds = [], kindsVary }: PlannedVerdict,
  say: Say,
): string | undefined {
  if (tool === undefined || verdict === undefined) return undefined;
  if (exact) return known?.join(", ");
  const list = kinds.join(", ");
  if (list === "") return say("depends on values known only when it runs");
  return kindsVary
    ? say`depends on values known only when it runs, and so do its effects, such as ${list}`
    : say`depends on values known only when it runs; at most ${list}`;
}

function judged({ verdict, tool, why = "" }: PlannedVerdict, say: Say): string {
  if (verdict === undefined) return tool === undefined ? say("known only when it runs") : say("fails");
  if (verdict === "allow") return say("allowed");
  if (verdict === "ask") return say("asked");
  return why.includes("turned off here") ? say("off") : say("refused");
}

function ending(calls: readonly PlannedVerdict[], say: Say): string {
  if (calls.length === 0) return "";
  if (calls.every(({ verdict }) => verdict === "allow"))
    return calls.every(({ exact }) => exact)
      ? say("All of them are allowed. ")
      : say(
          "All of them are allowed as far as their input can be read here; each is judged again when it is made. ",
        );
  return say(
    "Calls that are asked about wait for a person; calls that are off, refused or fail throw an error in the program. ",
  );
}
