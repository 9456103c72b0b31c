import { LOCAL_USER } from "../../contract/run.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import type { ServerSettings } from "./server-settings.ts";

const MAX_SHOWN = 30;

/**
 * The settings for the user of a request. With `perUser` each user has a process, a login and a data folder
 * of their own; the person at this machine has those of the server itself.
 */
export function settingsFor(settings: ServerSettings, user: string | undefined): ServerSettings {
  const own = settings.perUser === true && user !== undefined && user !== LOCAL_USER;
  return own ? { ...settings, user } : settings;
}

/**
 * The name under which the login and the data of a server are kept, for its user. No server's own name begins
 * with a dot, and no two users have the same hash.
 */
export function accountOf({ name, user }: Pick<ServerSettings, "name" | "user">): string {
  if (user === undefined) return name;
  const shown = user.replaceAll(/[^A-Za-z0-9-]/g, "_").slice(0, MAX_SHOWN);
  return `.users/${name}/${shown}-${sha256(user).slice(0, 16)}`;
}
