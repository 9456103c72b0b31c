import { readFile } from "node:fs/promises";
import { DejimaError } from "../../contract/error.ts";
import type { Settings } from "../load-config.ts";
import type { EnvironmentVariables } from "../substitute-environment.ts";
import { judgeConfig } from "./judge-config.ts";

/**
 * The file and text of the config that the user may change. The text is empty if there is no file. Refuses a text that was changed
 * since it was trusted, because writing it would make it trusted. `what` names the intended change.
 */
export async function readOwnConfig(
  settings: Settings,
  { variables, what }: { readonly variables: EnvironmentVariables; readonly what: string },
): Promise<{ readonly file: string; readonly text: string }> {
  const { rulesFile, file, named } = settings;
  if (rulesFile === undefined)
    throw new DejimaError(
      "invalid_input",
      file === undefined
        ? `Cannot change ${what}: this runtime was given its config as data. Change it there`
        : `Cannot change ${what} in "${file}": you have not trusted it. Look at it with: dejima config trust`,
    );
  const text = await readFile(rulesFile, "utf8").catch(() => undefined);
  const doubted =
    text !== undefined &&
    named !== true &&
    (await judgeConfig(rulesFile, text, variables)).doubt !== undefined;
  if (!doubted) return { file: rulesFile, text: text ?? "" };
  throw new DejimaError(
    "conflict",
    `Cannot change ${what} in "${rulesFile}": it has changed since you trusted it. Look at it with: dejima config trust`,
    { file: rulesFile },
  );
}
