import { serverPrefix } from "../../../contract/tool-family.ts";
import type { Runtime } from "../../../runtime.ts";
import type { CommandContext } from "../command.ts";
import type { countVerdicts } from "./tool-standing.ts";

const CHOICES = { a: "ask", n: undefined } as const;

interface Offer {
  readonly server: string;
  /** The tool in the example commands. */
  readonly example: string;
}

/** Shows how to change what is allowed, asked and off. At a terminal, one key turns on what is off. */
export async function offerToChange(
  context: CommandContext,
  runtime: Runtime,
  { server, off, example }: ReturnType<typeof countVerdicts> & Offer,
): Promise<void> {
  const { output, interactive, terminal, signal } = context;
  const { say } = output;
  const all = `${serverPrefix(server)}*`;
  const one = `${serverPrefix(server)}${example}`;
  if (off === 0) {
    if (example !== "") output.note(say`To change one: dejima policy allow '${one}' (or ask, or deny)`);
    return;
  }
  const key = interactive
    ? await terminal.ask<keyof typeof CHOICES>(
        {
          text:
            off === 1
              ? say`1 tool of ${server} is off, because it can delete, overwrite or reach out.`
              : say`${off} tools of ${server} are off, because they can delete, overwrite or reach out.`,
          prompt: () => say("a = turn on, ask each time · Enter = leave off: "),
          hint: say("Type a, or press Enter."),
          read: (line) =>
            line.trim() === "a" ? "a" : line.trim() === "" || line.trim() === "n" ? "n" : undefined,
        },
        { signal },
      )
    : undefined;
  const verdict = key === undefined ? undefined : CHOICES[key];
  if (verdict === undefined) {
    output.note(
      say`To turn on what is off, with a question each time: dejima policy ask '${all}'. For one tool: dejima policy ask '${one}' (or allow)`,
    );
    return;
  }
  await runtime.rules.change([all], verdict, { why: `turned on when ${server} was added` });
  output.note(say`${all}: asked each time. To take it back: dejima policy forget '${all}'`);
}
