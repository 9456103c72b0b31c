import { visibleText } from "../../../text/visible-text.ts";
import type { RunCommand } from "../command.ts";

/** `dejima set-apart show ID` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [id = ""] }) => {
  const found = await (await runtime()).setApart.show(id);
  output.data(found, () => {
    const { path, why, status, callId, content } = found;
    const lines = content.split("\n").map((line) => visibleText(line));
    const next =
      status === "waiting"
        ? [
            "",
            `To put it there: dejima set-apart accept ${found.id}. To delete it: dejima set-apart discard ${found.id}`,
          ]
        : [];
    const head = `${visibleText(path)} (${status}): ${why}. Written by ${callId}.`;
    return [head, "", ...lines, ...next].join("\n");
  });
  return 0;
};
