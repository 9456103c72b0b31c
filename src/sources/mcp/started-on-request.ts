import { isRemote } from "../../support/network/address-reach.ts";
import { isInside } from "../../support/paths.ts";
import type { ServerSettings } from "./server-settings.ts";

/**
 * The servers that are started only when the user names them or calls one of their tools, not for discovery.
 * In a home that the user has not named, these are the ones that would run outside the sandbox, see more than
 * the project, or get a variable.
 */
export function startedOnRequest(
  servers: readonly ServerSettings[],
  { trusted, base }: { readonly trusted: boolean; readonly base: string },
): ReadonlySet<string> {
  return new Set(
    trusted ? [] : servers.filter(({ place }) => exceedsProject(place, base)).map(({ name }) => name),
  );
}

function exceedsProject(place: ServerSettings["place"], base: string): boolean {
  if (place.type === "http") return isRemote(place.url) && Object.keys(place.headers).length > 0;
  // A contained server without hosts cannot send out what it reads.
  const reaches = place.hosts.some((host) => isRemote(`http://${host}`));
  const getsVariables = Object.keys(place.environment).length > 0;
  const sees = place.folders.some(({ path }) => !isInside(path, base));
  return place.trusted || (reaches && (getsVariables || sees));
}
