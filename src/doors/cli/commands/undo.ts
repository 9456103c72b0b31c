import type { RunCommand } from "../command.ts";

/** `dejima undo CALL` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [callId = ""] }) => {
  const result = await (await runtime()).undo(callId);
  output.data(result, () =>
    result.undone.length === 0
      ? "Nothing to put back: the call changed nothing, or it was undone before."
      : output.table(result.undone.map(({ action, path }) => [action, path])),
  );
  return 0;
};
