import type { OAuth } from "../../../access/oauth/open-oauth.ts";
import { parseRedirect } from "../../../access/oauth/redirect-address.ts";
import { DejimaError } from "../../../contract/error.ts";

/**
 * An open authorization request, its app, and the redirect address. Throws `not_found` for a request that is
 * no longer open.
 */
export async function findRequest({ request, clients }: Pick<OAuth, "request" | "clients">, id: string) {
  const asked = await request(id);
  const client = asked === undefined ? undefined : await clients.find(asked.client);
  const goesTo = asked === undefined ? undefined : parseRedirect(asked.redirect);
  if (asked === undefined || client === undefined || goesTo === undefined)
    throw new DejimaError(
      "not_found",
      "Not found: this request was answered, or has expired. Start the app's login again",
    );
  return { asked, client, goesTo };
}
