import { randomBytes } from "node:crypto";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import { sha256, shortId } from "../../support/lazy-crypto.ts";
import type { OAuthClient, OAuthClients } from "./clients.ts";
import type { Expiring } from "./expiring-documents.ts";
import { oauthCodeOf, oauthError } from "./oauth-error.ts";
import { isRegistered } from "./redirect-address.ts";
import { parseScopes, SCOPES, type Scope } from "./scopes.ts";

/** How long a person may take to answer. */
const REQUEST_MS = 10 * 60_000;
const CODE_MS = 60_000;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const STATE_LENGTH = 2_000;

/** A client's request that waits for a person's approval. */
export const storedRequest = z.object({
  id: z.string(),
  client: z.string(),
  redirect: z.string(),
  challenge: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  state: z.string().optional(),
  issuer: z.string(),
  resource: z.string(),
  expiresAt: z.int(),
});
type AuthorizationRequest = Readonly<z.output<typeof storedRequest>>;

/** What a code is valid for. Stored under the hash of the code. */
export const storedCode = z.object({
  client: z.string(),
  user: z.string(),
  redirect: z.string(),
  challenge: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  resource: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
});
export type AuthorizationCode = Readonly<z.output<typeof storedCode>>;

/** The server that received a request: the issuer of tokens, and their resource. */
export interface Issuer {
  readonly issuer: string;
  readonly resource: string;
}

interface Parts {
  readonly clients: OAuthClients;
  readonly requests: Expiring<AuthorizationRequest>;
  readonly codes: Expiring<AuthorizationCode>;
  now(): number;
}

/** The person's answer to a request. */
export type Consent =
  | { readonly allow: false }
  | { readonly allow: true; readonly user: string; readonly scopes: readonly Scope[] };

/**
 * Parses a client's request. Returns where to redirect its user: to the question, or back with an error.
 * Throws unless the redirect address is certainly the client's own.
 */
export async function startAuthorization(
  parameters: URLSearchParams,
  server: Issuer,
  { clients, requests, now }: Parts,
): Promise<{ readonly ask: string } | { readonly back: string }> {
  const client = await clients.resolve(singleParameter(parameters, "client_id") ?? "");
  if (client === undefined)
    throw oauthError("invalid_client", "Cannot connect this app: it is not registered here. Start it again");
  const redirect = redirectOf(client, singleParameter(parameters, "redirect_uri"));
  const state = singleParameter(parameters, "state");
  try {
    const request = {
      ...readRequest(parameters, server),
      redirect,
      ...defined({ state }),
    };
    const id = shortId("connect");
    const expiresAt = now() + REQUEST_MS;
    await requests.put(id, { ...request, id, client: client.id, issuer: server.issuer, expiresAt });
    return { ask: id };
  } catch (error) {
    const code = oauthCodeOf(error);
    if (code === undefined || !(error instanceof Error)) throw error;
    const says = { error: code, error_description: error.message };
    return { back: backTo(redirect, { ...says, state, iss: server.issuer }) };
  }
}

/** Ends a request with the person's answer. Returns where to redirect them. A request is answered once. */
export async function answerAuthorization(id: string, consent: Consent, parts: Parts): Promise<string> {
  const { requests, codes, clients, now } = parts;
  const request = await requests.take(id);
  const client = request === undefined ? undefined : await clients.find(request.client);
  if (request === undefined || client === undefined)
    throw new DejimaError(
      "not_found",
      "Not found: this request was answered, or has expired. Start the app's login again",
    );
  const { redirect, state, issuer: iss, challenge, resource } = request;
  if (!consent.allow) return backTo(redirect, { error: "access_denied", state, iss });
  const scopes = request.scopes.filter((scope) => consent.scopes.includes(scope));
  const code = randomBytes(32).toString("base64url");
  const granted = { client: client.id, user: consent.user, redirect, challenge, scopes, resource };
  await codes.put(sha256(code), { ...granted, createdAt: now(), expiresAt: now() + CODE_MS });
  await clients.keep(client);
  return backTo(redirect, { code, state, iss });
}

/** The single value of a parameter. Throws if it occurs twice: it would be ambiguous. */
export function singleParameter(parameters: URLSearchParams, name: string): string | undefined {
  const all = parameters.getAll(name);
  if (all.length > 1)
    throw oauthError("invalid_request", `Cannot use the request: ${name} was given ${all.length} times`);
  return all[0];
}

function redirectOf({ redirects, name }: OAuthClient, requested: string | undefined): string {
  const [first, ...others] = redirects;
  const chosen = requested ?? (others.length === 0 ? first : undefined);
  if (chosen !== undefined && isRegistered(redirects, chosen)) return chosen;
  throw oauthError(
    "invalid_request",
    `Cannot connect "${name}": it wants you sent to an address that it has not registered`,
  );
}

function readRequest(parameters: URLSearchParams, { resource }: Issuer) {
  const challenge = singleParameter(parameters, "code_challenge") ?? "";
  if (singleParameter(parameters, "response_type") !== "code")
    throw oauthError("unsupported_response_type", "Cannot use the request: response_type must be code");
  if (singleParameter(parameters, "code_challenge_method") !== "S256" || !CHALLENGE.test(challenge))
    throw oauthError(
      "invalid_request",
      "Cannot use the request: it needs a code_challenge with the method S256",
    );
  if ((singleParameter(parameters, "state") ?? "").length > STATE_LENGTH)
    throw oauthError(
      "invalid_request",
      `Cannot use the request: state is longer than ${STATE_LENGTH} characters`,
    );
  checkResource(parameters, resource);
  return { challenge, resource, scopes: [...parseScopes(singleParameter(parameters, "scope"))] };
}

/**
 * Throws if a client requests a token for another server (RFC 8707). A client that names none means this one.
 */
export function checkResource(parameters: URLSearchParams, resource: string): void {
  const requested = singleParameter(parameters, "resource");
  if (requested !== undefined && URL.parse(requested)?.href !== resource)
    throw oauthError("invalid_target", `Cannot give tokens for another server: resource must be ${resource}`);
}

function backTo(redirect: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
