import type { Fetch } from "../wire/remote-fetch.ts";
import { type CredentialStore, type Credentials, credentialsSchema } from "./credentials.ts";

type Tokens = Credentials["tokens"][string];

/**
 * Lets one process at a time refresh the login at a server; the others use its result. A careful
 * authorization server issues a new refresh token each time and treats the old one as stolen: two processes
 * that met an expired token at once would both lose their login.
 */
export function refreshTogether(send: Fetch, server: string, storage: CredentialStore): Fetch {
  return async (url, init) => {
    const used = refreshTokenOf(init?.body);
    if (used === undefined) return send(url, init);
    return storage.alone(`${server}.refresh`, async () => {
      const newer = newerThan(used, await readCredentials(storage, server));
      if (newer !== undefined) return Response.json(newer);
      const answer = await send(url, init);
      // Stored before the next process may read it; the SDK stores it again.
      if (answer.ok) await keep(await answer.clone().json(), used);
      return answer;
    });
  };

  function keep(fresh: unknown, used: string): Promise<void> {
    return storage.alone(server, async () => {
      const current = await readCredentials(storage, server);
      const entries = Object.entries(current?.tokens ?? {});
      const [issuer, old] = entries.find(([, { refresh_token }]) => refresh_token === used) ?? [];
      if (current === undefined || issuer === undefined || typeof fresh !== "object") return;
      const tokens = { ...current.tokens, [issuer]: { ...old, ...fresh } as Tokens }; // checked when it is used
      await storage.write(server, { ...current, tokens });
    });
  }
}

function refreshTokenOf(body: unknown): string | undefined {
  if (typeof body !== "string" && !(body instanceof URLSearchParams)) return undefined;
  const form = new URLSearchParams(body);
  return form.get("grant_type") === "refresh_token" ? (form.get("refresh_token") ?? undefined) : undefined;
}

async function readCredentials(storage: CredentialStore, server: string): Promise<Credentials | undefined> {
  return credentialsSchema.safeParse(await storage.read(server)).data;
}

/** The tokens that another process got for this one. `undefined` while it is the stored one. */
function newerThan(used: string, current: Credentials | undefined): Tokens | undefined {
  const { tokens = {}, issuer = "" } = current ?? {};
  if (Object.values(tokens).some(({ refresh_token }) => refresh_token === used)) return undefined;
  const last = tokens[issuer];
  return last?.refresh_token === undefined ? undefined : last;
}
