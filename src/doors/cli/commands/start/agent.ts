import { text } from "node:stream/consumers";
import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import { LOCAL_USER } from "../../../../contract/run.ts";
import { errorText } from "../../../../contract/words/messages.ts";
import type { Runtime } from "../../../../runtime.ts";
import { defined } from "../../../../support/defined.ts";
import { type Language, languageOf, showsLanguage } from "../../../../support/language-of.ts";
import { showOutcome, showProgress } from "../../call-tool.ts";
import { AGENT_FIELDS, agentOptions, CONVERSATION, thinkingOption } from "../../chat/agent-options.ts";
import { followRun } from "../../chat/follow-run.ts";
import { createSpinner } from "../../chat/spinner.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { chosenAgentRun } from "../../describe/describe-record.ts";
import { EXIT } from "../../describe/exit-code.ts";
import { flag, USER, value } from "../../input/fields.ts";

const run = defineCommand({
  path: ["run"],
  summary: "Give the agent one task and get its answer",
  input: z.object({
    text: z.array(z.string()).default([]),
    ...AGENT_FIELDS,
    conversation: CONVERSATION,
  }),
  arguments: ["text"],
  examples: [
    'dejima run "what time is it in Tokyo"',
    'dejima run "what is in README.md" --json',
    'echo "list the files" | dejima run --unattended',
  ],
  async run(context, input) {
    const words = input.text.join(" ");
    const piped = words === "" || words === "-" ? context.stdin.isTTY !== true : false;
    const message = piped ? (await text(context.stdin)).trim() : words.trim();
    if (message === "" || message === "-")
      throw new DejimaError(
        "invalid_input",
        'Cannot run: say what to do, such as dejima run "what time is it"',
      );
    // A message too short to show its language leaves that of the terminal.
    const language = showsLanguage(message) ? languageOf(message) : context.output.say.language;
    return inLanguage(context, language, async () => {
      const spinner = createSpinner(context.stderr);
      const options = agentOptions(context, input, { spinner, language: () => language });
      const runtime = await context.runtime(options);
      const { agent } = runtime;
      const { conversation } = input;
      return followRun(
        context,
        agent.run(message, {
          door: "cli",
          user: LOCAL_USER,
          signal: context.signal,
          ...thinkingOption(input),
          ...defined({ conversation }),
        }),
        spinner,
      );
    });
  },
});

const resume = defineCommand({
  path: ["resume"],
  summary: "Resume an interrupted run of the agent or of a program; no call is repeated",
  input: z.object({
    run: z.string().optional(),
    ...AGENT_FIELDS,
  }),
  arguments: ["run"],
  examples: ["dejima resume", "dejima resume 20261115-104215-k3f9qa"],
  async run(context, input) {
    const spinner = createSpinner(context.stderr);
    const runtime = await context.runtime(agentOptions(context, input, { spinner }));
    const { agent } = runtime;
    const runId = input.run ?? (await newestInterrupted(runtime));
    if (runId === undefined)
      throw new DejimaError(
        "invalid_input",
        "Nothing to resume: no run was interrupted. `dejima log list` shows the runs",
      );
    if ((await runtime.store.conversations.turn(runId)) === undefined) return resumeProgram(context, runId);
    return followRun(
      context,
      agent.resume(runId, { door: "cli", signal: context.signal, ...thinkingOption(input) }),
      spinner,
    );
  },
});

const replay = defineCommand({
  path: ["replay"],
  summary: "Replay a recorded run offline and show the first difference",
  input: z.object({
    run: z.string().optional(),
  }),
  arguments: ["run"],
  examples: ["dejima replay", "dejima replay 20261115-104215-k3f9qa --json"],
  async run({ runtime, output }, { run: name }) {
    const harbour = await runtime();
    const runId = await chosenAgentRun(harbour, name);
    const result = await harbour.agent.replay(runId);
    output.data(result, () =>
      result.same
        ? `${output.style("green", output.say("same"))} ${runId}, ${output.say`${result.steps} steps`}\n${output.shown(result.answer)}`
        : `${output.style("yellow", output.say("different"))} ${runId}, ${output.say`after ${result.steps} steps`}: ${result.divergence}`,
    );
    return result.same ? EXIT.done : EXIT.failed;
  },
});

const promptShow = defineCommand({
  path: ["prompt", "show"],
  group: "Show the system prompt",
  summary: "Show the system prompt in its eight sections",
  input: z.object({
    tokens: flag("only how many tokens each section takes, and its budget"),
    persona: value("name", "with this persona"),
  }),
  examples: ["dejima prompt show", "dejima prompt show --tokens"],
  async run(context, options) {
    const { runtime, output } = context;
    const { persona } = options;
    const harbour = await runtime(defined({ persona }));
    const { agent } = harbour;
    const sections = await agent.prompt();
    const total = sections.reduce((sum, { tokens }) => sum + tokens, 0);
    if (options.tokens) {
      const rows = sections.map(({ name, tokens, budget, left }) => [
        name,
        `${tokens}`,
        `${budget}`,
        left === 0 ? "" : output.say`${left} left out`,
      ]);
      const offer = await agent.offer();
      const { tokens, budget, left, leftTokens } = offer;
      const table = output.table([
        [...output.headings("SECTION", "TOKENS", "BUDGET"), ""],
        ...rows,
        [output.say.value("total"), `${total}`, "", ""],
        [
          output.say("definitions"),
          `${tokens}`,
          `${budget}`,
          output.say`${output.say.count(offer.tools.length, "tool")}; ${left} found when needed (${leftTokens})`,
        ],
      ]);
      output.data({ total, sections: sections.map(({ text: _text, ...rest }) => rest), offer }, () => table);
    } else {
      output.data({ total, sections }, () =>
        output.shown(
          sections.map(({ name, text }) => `## ${name}\n${text || output.say("(empty)")}`).join("\n\n"),
        ),
      );
    }
    return 0;
  },
});

const workflowShow = defineCommand({
  path: ["workflow", "show"],
  group: "Show the agent's workflow",
  summary: "Print the agent's workflow as a Mermaid flowchart",
  input: z.object({}),
  examples: ["dejima workflow show"],
  async run({ runtime, output }) {
    const mermaid = await (await runtime()).agent.graph();
    output.data({ mermaid }, () => mermaid);
    return 0;
  },
});

const learningShow = defineCommand({
  path: ["learning", "show"],
  group: "Show or reset what the agent has learned",
  summary: "Show which tools and skills served which requests, and how often they failed",
  input: z.object({ user: USER }),
  examples: ["dejima learning show", "dejima learning show --json"],
  async run({ runtime, output }, { user }) {
    const learned = await (await runtime()).learned({ user });
    const rows = learned.map(({ kind, name, served, failed, examples }) => [
      ...[output.say.value(kind), output.shown(name), `${served}`, `${failed}`],
      output.shown(examples.toReversed().join(" | ")),
    ]);
    output.data({ learned }, () =>
      rows.length === 0
        ? output.say("Nothing yet.")
        : output.table([output.headings("KIND", "NAME", "SERVED", "FAILED", "EXAMPLES"), ...rows]),
    );
    return 0;
  },
});

const learningReset = defineCommand({
  path: ["learning", "reset"],
  summary: "Delete the learned examples",
  input: z.object({ user: USER }),
  examples: ["dejima learning reset"],
  async run({ runtime, output }, { user }) {
    const learned = await (await runtime()).learned({ user, forget: true });
    output.data({ learned }, () => output.say("Forgotten."));
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [run, resume, replay, promptShow, workflowShow, learningShow, learningReset];

/** The newest run that broke off: one of the agent, or of a program without the agent. */
async function newestInterrupted({ agent, interruptedProgram }: Runtime): Promise<string | undefined> {
  const [turn] = await agent.interrupted();
  const program = await interruptedProgram();
  return turn === undefined || (program?.startedAt ?? 0) > turn.startedAt ? program?.id : turn.runId;
}

async function resumeProgram(context: CommandContext, runId: string): Promise<number> {
  const runtime = await context.runtime();
  const stop = context.output.json ? () => {} : showProgress(context, runtime, runId);
  return showOutcome(context, await runtime.resumeProgram(runId).finally(stop));
}

// A person gets errors in the language of their message. Programs get them unchanged.
async function inLanguage(
  { output }: CommandContext,
  language: Language,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DejimaError) || output.json) throw error;
    throw new DejimaError(error.code, errorText(error, language), error.details, { cause: error });
  }
}
