import type { CommandContext } from "../command.ts";

const YES = new Set(["y", "yes", "是", "好", "确认"]);
const NO = new Set(["n", "no", "", "否", "不", "取消"]);

/** Asks a yes-or-no question at the terminal, below `text`. Anything but a clear yes is a no. */
export async function confirm(
  { terminal, signal, output: { say } }: Pick<CommandContext, "terminal" | "signal" | "output">,
  question: string,
  text = "",
): Promise<boolean> {
  const answer = await terminal.ask(
    {
      text,
      prompt: () => say`${question} [yes/no] `,
      hint: say("Type yes or no, then Enter."),
      typedOnly: true,
      read(line) {
        const reply = line.trim().toLowerCase();
        return YES.has(reply) ? true : NO.has(reply) ? false : undefined;
      },
    },
    { signal },
  );
  return answer === true;
}
