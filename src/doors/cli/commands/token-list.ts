import { openTokens } from "../../../access/tokens.ts";
import type { RunCommand } from "../command.ts";

/** `dejima token list` */
export const run: RunCommand = async ({ runtime, output }) => {
  const tokens = await openTokens((await runtime()).store.documents).list();
  output.data(tokens, () =>
    tokens.length === 0
      ? "No tokens. `dejima token create NAME` makes one."
      : output.table(
          tokens.map(({ name, role, createdAt }) => [name, role, new Date(createdAt).toISOString()]),
        ),
  );
  return 0;
};
