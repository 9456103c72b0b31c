import { openTokens } from "../../../access/tokens.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";

/** `dejima token revoke NAME` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name = ""] }) => {
  const revoked = await openTokens((await runtime()).store.documents).revoke(name);
  if (!revoked)
    throw new DejimaError(
      "not_found",
      `Cannot revoke the token of "${name}": there is none. \`dejima token list\` shows them`,
    );
  output.data({ revoked: name }, () => `Revoked the token of ${name}.`);
  return 0;
};
