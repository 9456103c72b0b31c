import type { Recording } from "../agent/replay.ts";
import { DejimaError } from "../contract/error.ts";
import { oneLine } from "../text/one-line.ts";
import { recordCase } from "./record-case.ts";

/** A draft of a skill that does again what a run did. */
export interface SkillDraft {
  readonly description: string;
  /** The instructions, in Markdown. */
  readonly body: string;
  /** The tools of its steps. */
  readonly allowedTools: readonly string[];
}

/** Tools that only look for others: the draft knows what was found. */
const LOOKING =
  /^(?:search_tools|describe_tool|search_skills|find_capability|try_capability|install_capability)$/;
const MAX_INPUT_CHARACTERS = 4_000;

/** Drafts a skill from a successful run. Throws if the run failed or made no calls. */
export async function draftFromRun(recording: Recording): Promise<SkillDraft> {
  const { runId, events } = recording;
  const status = events.findLast((event) => event.type === "run-end")?.status;
  const { message, calls, today } = await recordCase(recording);
  const steps = calls.filter(({ tool, error }) => error === undefined && !LOOKING.test(tool));
  const why =
    status !== "done"
      ? `it ended as ${status ?? "unfinished"}`
      : steps.length === 0
        ? "no call in it succeeded"
        : undefined;
  if (why !== undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot draft a skill from run ${runId}: ${why}. \`dejima log list\` shows other runs`,
      { runId },
    );
  const asked = oneLine(message, 600);
  return {
    description: `Does again what was asked on ${today}: "${asked}". Use it when the user asks for this again.`,
    body: [
      `Drafted from run ${runId} of ${today}. The user had asked:`,
      ...message.split("\n").map((line) => `> ${line}`),
      "",
      "## Steps",
      "",
      ...steps.flatMap(({ tool, input }, at) => [
        `${at + 1}. Call \`${tool}\`${input === undefined ? "" : ` with:\n\n${fenced(input)}`}`,
        "",
      ]),
      "## Limits",
      "",
      "These values are from that day. Replace days, files and people by the current ones. Ask the user if they are not clear.",
    ].join("\n"),
    allowedTools: [...new Set(steps.map(({ tool }) => tool))],
  };
}

/** An input as a block of code that no text in it can end. */
function fenced(input: unknown): string {
  const text = JSON.stringify(input, undefined, 2);
  const shown = text.length > MAX_INPUT_CHARACTERS ? `${text.slice(0, MAX_INPUT_CHARACTERS)}\n…` : text;
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}json`, shown, fence].map((part) => part.replaceAll(/^/gm, "   ")).join("\n");
}
