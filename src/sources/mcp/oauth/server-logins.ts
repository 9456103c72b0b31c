import { DejimaError } from "../../../contract/error.ts";
import type { SessionOptions } from "../connection/open-session.ts";
import type { RemoteAccess } from "../connection/open-wire.ts";
import { accountOf, settingsFor } from "../server-account.ts";
import type { ServerSettings } from "../server-settings.ts";
import { keepCredentials } from "./credentials.ts";
import { type LoginDoor, logIn } from "./log-in.ts";

/** Whose login it is. Default: that of the person at this machine, and of all whose server is not per user. */
interface LoginUser {
  readonly user?: string | undefined;
}

/** The logins at remote servers. */
export interface ServerLogins {
  /** Has the user log in at a remote server, through a door that can show them a URL. */
  login(name: string, door: LoginDoor, who?: LoginUser): Promise<"logged-in" | "open">;
  /** Deletes the tokens of a login, or of all logins at a server. Returns whether there were any of the first. */
  logout(name: string, who?: LoginUser | "everyone"): Promise<boolean>;
  /** The last redirect URL: it is already registered. */
  lastRedirect(name: string, who?: LoginUser): Promise<string | undefined>;
}

interface LoginParts {
  settingsOf(name: string): ServerSettings;
  readonly remote: RemoteAccess | undefined;
  readonly identity: SessionOptions["identity"];
}

export function createServerLogins({ settingsOf, remote, identity }: LoginParts): ServerLogins {
  const ownSettings = (name: string, user: string | undefined) => {
    const settings = settingsOf(name);
    if (user === undefined || settings.perUser === true) return settingsFor(settings, user);
    throw new DejimaError(
      "invalid_input",
      `Cannot log in to "${name}" for one user: all share its login. Set perUser of this server to true`,
    );
  };

  function find(name: string, user: string | undefined) {
    const settings = ownSettings(name, user);
    const { place, problem } = settings;
    if (problem !== undefined) throw new DejimaError("server_unavailable", problem, { server: name });
    if (place.type === "http" && remote !== undefined)
      return { settings, place, remote, account: accountOf(settings) };
    throw new DejimaError("invalid_input", `Cannot log in to "${name}": it is not a remote server`);
  }

  return {
    async login(name, door, { user } = {}) {
      const { settings, place, remote: access, account } = find(name, user);
      const { credentials: storage, fetchFor } = access;
      return logIn({ server: name, account, place, storage, send: fetchFor(settings), identity }, door);
    },
    async logout(name, who = {}) {
      const user = who === "everyone" ? undefined : who.user;
      const account = accountOf(ownSettings(name, user));
      if (who === "everyone") await remote?.credentials.deleteUsers(name);
      return (await remote?.credentials.delete(account)) ?? false;
    },
    async lastRedirect(name, { user } = {}) {
      const { place, remote: access, account } = find(name, user);
      return (await keepCredentials(access.credentials, account, place.url).get()).redirectUrl;
    },
  };
}
