import type { JsonSchema } from "../../contract/data/json-schema.ts";
import { toolSummary } from "../../text/tool-words.ts";
import { callTool, showOutcome } from "./call-tool.ts";
import type { CommandContext } from "./command.ts";
import { EXIT } from "./describe/exit-code.ts";
import type { Say } from "./words/say.ts";

/**
 * Guides a person through a first call: which tool, which input, what result. Without a terminal it shows an
 * example.
 */
export async function guidedCall(context: CommandContext): Promise<number> {
  return context.interactive ? askForCall(context) : showCall(context);
}

async function showCall(context: CommandContext): Promise<number> {
  const { output } = context;
  const outcome = await callTool(context, { tool: "current_time", input: {}, unattended: true });
  if (!output.json) {
    output.note(
      output.say("A call goes through the gate: found, validated, judged, run, bounded, recorded."),
    );
    output.note("$ dejima tool call current_time");
  }
  const exitCode = await showOutcome(context, outcome);
  if (!output.json) {
    output.note(
      output.say(
        "Next: `dejima tool list`, `dejima policy explain write_file`, `dejima log show`. In a terminal, `dejima tool call` asks for tool and input.",
      ),
    );
  }
  return exitCode;
}

async function askForCall(context: CommandContext): Promise<number> {
  const { autocomplete, intro, isCancel, outro } = await import("@clack/prompts");
  const runtime = await context.runtime({
    ask: (await import("./ask-in-terminal.ts")).askInTerminal(context),
    mode: "interactive",
  });
  intro(context.output.say("One call through the gate"));
  const tool = await autocomplete({
    message: context.output.say("Which tool?"),
    maxItems: 12,
    options: runtime.tools().map((one) => ({
      value: one.name,
      label: one.name,
      hint: toolSummary(one, context.output.say.language),
    })),
    initialValue: "current_time",
  });
  if (isCancel(tool)) return EXIT.interrupted;
  const input = await askForInput(runtime.toolInfo(tool).inputSchema, context.output.say);
  if (input === undefined) return EXIT.interrupted;
  const exitCode = await showOutcome(context, await callTool(context, { tool, input, unattended: false }));
  outro(
    context.output.say`The same from a script: dejima tool call ${tool} --input '${JSON.stringify(input)}'`,
  );
  return exitCode;
}

async function askForInput(schema: JsonSchema, say: Say): Promise<Record<string, unknown> | undefined> {
  const { isCancel, text } = await import("@clack/prompts");
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>); // as a JSON Schema says
  const required = new Set((schema.required ?? []) as string[]); // as a JSON Schema says
  const input: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const optional = !required.has(name) || field.default !== undefined;
    const answer = await text({
      message: `${name}${optional ? say(" (empty to leave out)") : ""}: ${String(field.description ?? field.type ?? "")}`,
      validate: (value) => (optional || (value ?? "") !== "" ? undefined : say("This one is needed")),
    });
    if (isCancel(answer)) return undefined;
    if (answer !== "" && answer !== undefined) input[name] = valueFrom(answer, field);
  }
  return input;
}

function valueFrom(answer: string, field: JsonSchema): unknown {
  if (field.type === "string") return answer;
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}
