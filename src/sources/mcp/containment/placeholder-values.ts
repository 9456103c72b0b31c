import { DejimaError } from "../../../contract/error.ts";
import type { ServerSettings } from "../server-settings.ts";
import { type Denial, describeDenials } from "./denial-log.ts";

/** The value of a variable that nobody has set. It is never a credential of anybody. */
const PLACEHOLDER = "dejima-placeholder";

/** Variables that name a place. A placeholder for one would be looked for on the disk. */
const NAMES_A_PLACE = /(?:^|_)(?:FILE|PATH|DIR|DIRECTORY|FOLDER|HOME)S?$/;

/**
 * Settings with which a contained server that stopped for want of variables can start and list its tools.
 * `undefined` if something else was missing, too.
 */
export function withPlaceholders(
  settings: ServerSettings,
  denials: readonly Denial[],
): ServerSettings | undefined {
  const { place } = settings;
  const isStopped = denials.length > 0 && denials.every(({ kind }) => kind === "variable");
  if (place.type !== "stdio" || place.trusted || !isStopped) return undefined;
  const names = denials.map(({ what }) => what).filter((name) => !NAMES_A_PLACE.test(name));
  if (names.length === 0) return undefined;
  const values = Object.fromEntries(names.map((name) => [name, PLACEHOLDER]));
  return { ...settings, place: { ...place, environment: { ...values, ...place.environment } } };
}

/** The error of a call to a server that runs with placeholders. */
export function missingVariables(server: string, missing: readonly Denial[]): DejimaError {
  const names = missing.map(({ what }) => what).join(", ");
  return new DejimaError(
    "server_unavailable",
    `Cannot call the MCP server "${server}": it needs ${names}, which it was not given. ${describeDenials(server, missing)}`,
    { server, denied: missing },
  );
}
