import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";

/** `dejima model use [NAME]` */
export const run: RunCommand = async ({ runtime, output, cwd }, { arguments: [name] }) => {
  const harbour = await runtime();
  if (name === undefined) {
    const { id } = await harbour.agent.model();
    output.data({ model: id }, () => id);
    return 0;
  }
  const automatic = name === "auto";
  // A file is meant from where the command was given, whatever folder it is used from later.
  const chosen = /\.gguf$/i.test(name) ? resolve(cwd, name.replace(/^local:/, "")) : name;
  if (/\.gguf$/i.test(name) && !existsSync(chosen))
    throw new DejimaError("invalid_input", `Cannot use the model "${name}": no such file`, { model: name });
  await harbour.useModel(automatic ? undefined : chosen);
  output.data({ model: automatic ? null : chosen }, () =>
    automatic ? "The config and the environment decide again" : `From now on: ${chosen}`,
  );
  return 0;
};
