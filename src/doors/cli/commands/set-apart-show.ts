import { visibleText } from "../../../text/visible-text.ts";
import type { RunCommand } from "../command.ts";

/** `dejima set-apart show ID` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [id = ""] }) => {
  const found = await (await (await runtime()).setApart()).show(id);
  output.data(found, () => {
    const { path, why, status, callId, content } = found;
    const lines = content.split("\n").map((line) => visibleText(line));
    return [`${visibleText(path)} (${status}): ${why}. Written by ${callId}.`, "", ...lines].join("\n");
  });
  return 0;
};
