import { resolve } from "node:path";
import type { RunCommand } from "../command.ts";

/** `dejima skill pack NAME` */
export const run: RunCommand = async ({ runtime, output, cwd }, { arguments: [name = ""], options }) => {
  const target = resolve(
    cwd,
    typeof options.output === "string" ? options.output : `${name.replaceAll(/[^\w.-]/g, "-")}.zip`,
  );
  await (await runtime()).skills.pack(name, target);
  output.data({ packed: target }, () => `Packed ${name} into ${target}.`);
  return 0;
};
