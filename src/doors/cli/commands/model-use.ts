import type { RunCommand } from "../command.ts";

/** `dejima model use [NAME]` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name] }) => {
  const harbour = await runtime();
  if (name === undefined) {
    const { id } = await (await harbour.agent()).model();
    output.data({ model: id }, () => id);
    return 0;
  }
  const automatic = name === "auto";
  await harbour.useModel(automatic ? undefined : name);
  output.data({ model: automatic ? null : name }, () =>
    automatic ? "The config and the environment decide again" : `From now on: ${name}`,
  );
  return 0;
};
