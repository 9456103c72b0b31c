import { serverPrefix } from "../../../contract/tool-family.ts";
import type { VerdictKind } from "../../../contract/verdict.ts";
import type { Runtime } from "../../../runtime.ts";
import type { CommandContext } from "../command.ts";
import type { Output } from "../describe/output.ts";
import type { Say } from "../words/say.ts";

/** One tool of a server, and the verdict for its calls. */
interface ToolVerdict {
  readonly name: string;
  readonly tool: string;
  readonly risk: string;
  readonly verdict: VerdictKind;
}

const COLOURS = { allow: "green", ask: "yellow", deny: "red" } as const;

const CHOICES = { a: "ask", n: undefined } as const;

interface Offer {
  readonly server: string;
  /** The tool in the example commands. */
  readonly example: string;
}

/** The verdict for every tool of a server: allowed, asked, or off. */
export async function toolVerdicts(
  { mcp, registry, explain }: Pick<Runtime, "mcp" | "registry" | "explain">,
  server: string,
): Promise<ToolVerdict[]> {
  const tools = await mcp.toolsOf(server);
  const verdicts = [...tools].map(async ([name, definition]) => {
    const { verdict } = await explain(name, undefined);
    return { name, tool: definition.name, risk: registry.require(name).risk, verdict };
  });
  return Promise.all(verdicts);
}

/** A table of the tools that are allowed, asked about and off, strictest last. */
export function verdictTable(verdicts: readonly ToolVerdict[], output: Output): string {
  const order = ["allow", "ask", "deny"];
  const sorted = [...verdicts].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const { say } = output;
  const labels = { allow: say("allowed"), ask: say("asked"), deny: say("off") };
  return output.table([
    output.headings("TOOL", "NOW", "RISK"),
    ...sorted.map(({ name, verdict, risk }) => [
      output.shown(name),
      output.style(COLOURS[verdict], labels[verdict]),
      say.value(risk),
    ]),
  ]);
}

/** A number of tools, in words. */
export function toolCount(say: Say, count: number): string {
  return count === 1 ? say("1 tool") : say`${count} tools`;
}

/** Counts the verdicts: `3 allowed, 5 asked, 1 off`. */
export function countVerdicts(verdicts: readonly ToolVerdict[]) {
  const count = (wanted: string) => verdicts.filter(({ verdict }) => verdict === wanted).length;
  return { allowed: count("allow"), asked: count("ask"), off: count("deny") };
}

/** Shows how to change the verdicts of tools. At a terminal, one key turns on the ones that are off. */
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
