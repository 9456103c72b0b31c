import type { RunCommand } from "../command.ts";

/** `dejima skill uninstall NAME` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name = ""] }) => {
  await (await runtime()).skills.uninstall(name);
  output.data({ uninstalled: name }, () => `Uninstalled ${name}.`);
  return 0;
};
