import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { request } from "undici";
import { closed } from "../mcp/fixtures/an-authorization-server.ts";
import { installPeers, peerModules } from "../mcp/peers.ts";

/** As much of oidc-provider as is used here. */
interface Provider {
  callback(): (request: unknown, response: unknown) => void;
  interactionFinished(request: unknown, response: unknown, result: object): Promise<void>;
  interactionDetails(
    request: unknown,
    response: unknown,
  ): Promise<{
    readonly prompt: { readonly name: string; readonly details: { readonly missingOIDCScope?: string[] } };
    readonly params: { readonly client_id: string };
    readonly session?: { readonly accountId: string };
  }>;
  Grant: new (fields: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
}

/** A person whom the provider knows, with the claims it makes about them. */
export type Person = Readonly<Record<string, unknown>>;

export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Who signs in next. */
  person(name: string, claims: Person): void;
}

export const CLIENT = { client_id: "dejima", client_secret: "known to both of them" };

/** A certified OpenID Connect provider (oidc-provider) on loopback. The chosen person agrees to everything at once. */
export async function anIdentityProvider(redirect: () => string): Promise<IdentityProvider> {
  installPeers();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entry = pathToFileURL(join(peerModules, "oidc-provider/lib/index.js")).href;
  const { Provider } = (await import(entry)) as {
    Provider: new (issuer: string, options: object) => Provider;
  };
  const people = new Map<string, Person>();
  let next = "";
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirect()], response_types: ["code"] }],
    cookies: { keys: ["only for tests"] },
    pkce: { required: () => true },
    claims: { openid: ["sub", "groups", "realm_access", "org"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
  });
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (request.url?.startsWith("/interaction/") !== true) return answer(request, response);
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (prompt.name === "login")
      return provider.interactionFinished(request, response, { login: { accountId: next } });
    const grant = new provider.Grant({ accountId: next, clientId: params.client_id });
    grant.addOIDCScope("openid email profile");
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  });
  return {
    issuer,
    person(name, claims) {
      people.set(name, claims);
      next = name;
    },
    [Symbol.asyncDispose]: () => closed(server),
  };
}

/** A browser as far as cookies and redirects go: one jar per host, and a person who follows every link. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();

  cookiesOf(url: string): Map<string, string> {
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    return jar;
  }

  async get(url: string): Promise<Response> {
    const jar = this.cookiesOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    // Not fetch(), which sends headers of its own about where a request comes from.
    const { statusCode, headers, body } = await request(url, {
      headers: {
        "sec-fetch-mode": "navigate",
        "sec-fetch-site": "cross-site",
        ...(cookie === "" ? {} : { cookie }),
      },
    });
    const sent = Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    const text = await body.text();
    const response = new Response(text === "" ? null : text, { status: statusCode, headers: sent });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/max-age=0(?:;|$)/i.test(set) || /expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Follows redirects to the end, or until `stop` says so. Returns the last answer and where it came from. */
  async follow(
    url: string,
    stop: (next: string) => boolean = () => false,
  ): Promise<{ response: Response; url: string }> {
    let at = url;
    for (let hop = 0; hop < 20; hop++) {
      const response = await this.get(at);
      const location = response.headers.get("location");
      if (location === null) return { response, url: at };
      const next = new URL(location, at).href;
      if (stop(next)) return { response, url: next };
      at = next;
    }
    throw new Error("too many redirects");
  }
}
