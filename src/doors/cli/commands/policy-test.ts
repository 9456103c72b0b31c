import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { settingsFrom } from "../../../config/settings-from.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";
import { wholeNumber } from "../whole-number.ts";

/** `dejima policy test RULES` */
export const run: RunCommand = async ({ runtime, output, cwd }, { arguments: [file = ""], options }) => {
  const runs = wholeNumber("runs", options.runs, 20);
  const permissions = await readPermissions(resolve(cwd, file));
  const { calls, changed } = await (await runtime()).policy.test(permissions, {
    runs,
    file: basename(file),
  });
  output.data({ calls, changed }, () =>
    changed.length === 0
      ? `All ${calls} recorded calls would be judged as they were.`
      : `${changed.length} of ${calls} recorded calls would be judged differently:\n${output.table(
          changed.map(({ callId, tool, before, after, reasons }) => [
            callId,
            `${before} -> ${after}`,
            tool,
            reasons.find(({ effect }) => effect === after)?.rule ?? "",
          ]),
        )}`,
  );
  return 0;
};

/** A file of permissions: a whole dejima.yaml, or its three lists alone. */
async function readPermissions(path: string) {
  const { parse } = await import("yaml");
  const text = await readFile(path, "utf8").catch((cause: Error) => {
    throw new DejimaError("invalid_input", `Cannot read the rules "${path}": ${cause.message}`);
  });
  let content: unknown;
  try {
    content = parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DejimaError("invalid_input", `Cannot read the rules "${path}": ${why}`);
  }
  const permissions =
    typeof content === "object" && content !== null && "permissions" in content
      ? content.permissions
      : (content ?? {});
  // Validated by the same schema as the config itself.
  return settingsFrom({ permissions } as Parameters<typeof settingsFrom>[0], { base: "/", home: "/" }).config
    .permissions;
}
