import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";

const CLI = "bin/npm-cli.js";

/** The folder of npm's own package on this machine: beside our Node, or by the search path. */
export function findNpm(variables: Readonly<Record<string, string | undefined>>): string {
  const beside = join(dirname(realpathSync(process.execPath)), "../lib/node_modules/npm");
  const onPath = (variables.PATH ?? "").split(delimiter).flatMap((folder) => packageOf(join(folder, "npm")));
  const found = [beside, ...onPath, "/usr/lib/node_modules/npm", "/usr/share/nodejs/npm"].find((folder) =>
    existsSync(join(folder, CLI)),
  );
  if (found !== undefined) return realpathSync(found);
  throw new DejimaError(
    "spawn_failed",
    "Cannot fetch packages from npm: npm is not installed on this machine. Install it (it comes with Node.js)",
  );
}

/** npm's program is a link into its package. */
function packageOf(program: string): string[] {
  try {
    return [dirname(dirname(realpathSync(program)))];
  } catch {
    return []; // not installed here
  }
}
