import { homedir, userInfo } from "node:os";

/** The name of the account that runs this process. An account that the system has no entry for goes by its number. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/** The home directory of that account; `undefined` if the system knows none. */
export function accountHome(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined;
  }
}
