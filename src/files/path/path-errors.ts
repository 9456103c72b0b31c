import { DejimaError } from "../../contract/error.ts";
import { printable, quotePath } from "./quote-path.ts";

/** The error for a file that is not there. */
export function missing(action: string, path: string): DejimaError {
  return new DejimaError("io_error", `Cannot ${action} ${quotePath(path)}: no such file`, {
    path: printable(path),
    errno: "ENOENT",
  });
}

/** The error for a file where a folder was expected. */
export function notAFolder(action: string, path: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot ${action} ${quotePath(path)}: it is not a folder. Name a folder, or read the file`,
    { path: printable(path) },
  );
}
