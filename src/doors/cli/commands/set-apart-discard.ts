import { userInfo } from "node:os";
import { visibleText } from "../../../text/visible-text.ts";
import type { RunCommand } from "../command.ts";

/** `dejima set-apart discard ID` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [id = ""] }) => {
  const found = await (await (await runtime()).setApart()).discard(id, userInfo().username);
  output.data(found, () => `${visibleText(found.path)} is gone.`);
  return 0;
};
