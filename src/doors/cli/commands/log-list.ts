import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";

/** `dejima log list` */
export const run: RunCommand = async ({ runtime, output }, { options }) => {
  const limit = Number(options.limit ?? 20);
  if (!Number.isInteger(limit) || limit < 1)
    throw new DejimaError(
      "invalid_input",
      `Cannot list "${options.limit}" runs: --limit takes a whole number from 1`,
    );
  const before = typeof options.before === "string" ? { before: options.before } : {};
  const runs = await (await runtime()).history.list({ limit, ...before });
  output.data(runs, () =>
    runs.length === 0
      ? "No runs yet. `dejima tool call current_time` makes one."
      : output.table([
          ["RUN", "STATUS", "CALLS", "STARTED", "TITLE"].map((head) => output.style("bold", head)),
          ...runs.map(({ id, status, calls, startedAt, title }) => [
            id,
            status,
            String(calls),
            new Date(startedAt).toISOString(),
            title,
          ]),
        ]),
  );
  return 0;
};
