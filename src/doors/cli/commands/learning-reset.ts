import type { RunCommand } from "../command.ts";

/** `dejima learning reset` */
export const run: RunCommand = async ({ runtime, output }) => {
  const learned = await (await runtime()).learned({ forget: true });
  output.data(learned, () => "Forgotten.");
  return 0;
};
