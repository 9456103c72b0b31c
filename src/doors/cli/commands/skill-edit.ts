import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";

/** `dejima skill edit NAME --description TEXT` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name = ""], options }) => {
  const { description } = options;
  if (typeof description !== "string") {
    throw new DejimaError(
      "invalid_input",
      "Cannot edit the skill: only its description can be edited; pass --description TEXT",
    );
  }
  await (await runtime()).skills.editDescription(name, description);
  output.data({ name, description }, () => `Changed the description of ${name}.`);
  return 0;
};
