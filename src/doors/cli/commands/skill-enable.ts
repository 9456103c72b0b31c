import type { RunCommand } from "../command.ts";

/** `dejima skill enable NAME` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name = ""] }) => {
  await (await runtime()).skills.setEnabled(name, true);
  output.data({ name, enabled: true }, () => `Enabled ${name}.`);
  return 0;
};
