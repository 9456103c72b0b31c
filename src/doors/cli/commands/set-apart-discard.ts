import { userInfo } from "node:os";
import { visibleText } from "../../../text/visible-text.ts";
import type { RunCommand } from "../command.ts";

/** `dejima set-apart discard ID` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [id = ""] }) => {
  const found = await (await runtime()).setApart.discard(id, userInfo().username);
  output.data(
    found,
    () =>
      `Discarded what the program wrote to ${visibleText(found.path)}. That place itself was not touched.`,
  );
  return 0;
};
