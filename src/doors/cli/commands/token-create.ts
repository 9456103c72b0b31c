import { ROLES } from "../../../access/roles.ts";
import { openTokens } from "../../../access/tokens.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";

/** `dejima token create NAME` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name = ""], options }) => {
  const role = ROLES.find((known) => known === (options.role ?? "user"));
  if (role === undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot give the role "${options.role}": there are ${ROLES.join(", ")}`,
    );
  const token = await openTokens((await runtime()).store.documents).create(name, role);
  output.data(
    { name, role, token },
    () => `${token}\n\nThe token of ${name} (${role}); it is not shown again.`,
  );
  return 0;
};
