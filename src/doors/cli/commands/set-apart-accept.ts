import { userInfo } from "node:os";
import { visibleText } from "../../../text/visible-text.ts";
import type { RunCommand } from "../command.ts";

/** `dejima set-apart accept ID` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [id = ""] }) => {
  const found = await (await runtime()).setApart.accept(id, userInfo().username);
  output.data(found, () => `${visibleText(found.path)} is in its place now.`);
  return 0;
};
