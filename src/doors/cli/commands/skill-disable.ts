import type { RunCommand } from "../command.ts";

/** `dejima skill disable NAME` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name = ""] }) => {
  await (await runtime()).skills.setEnabled(name, false);
  output.data({ name, enabled: false }, () => `Disabled ${name}.`);
  return 0;
};
