import { homedir, userInfo } from "node:os";

/** The name of the account that runs this process, or its number if the system has no entry for it. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/** The home directory of that account. Returns `undefined` if the system knows none. */
export function accountHome(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined;
  }
}
