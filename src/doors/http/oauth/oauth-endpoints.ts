import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Entrance } from "../../../access/entrance.ts";
import { checkResource, singleParameter } from "../../../access/oauth/authorize.ts";
import { oauthCodeOf, oauthError } from "../../../access/oauth/oauth-error.ts";
import type { OAuth } from "../../../access/oauth/open-oauth.ts";
import { SCOPES } from "../../../access/oauth/scopes.ts";
import { originOf } from "../../../access/site.ts";
import { escapeHtml } from "../../../text/escape-html.ts";
import type { AppVariables } from "../app-context.ts";
import { PAGE_POLICY } from "../pages/console.ts";
import { plainPage } from "../pages/plain-page.ts";
import { problem } from "../problem.ts";

type App = Hono<{ Variables: AppVariables }>;
type AppContext = Context<{ Variables: AppVariables }>;

interface EndpointOptions {
  readonly oauth: OAuth;
  readonly entrance: Pick<Entrance, "checkRate">;
  readonly publicUrl: string | undefined;
  /** The page that asks a person about a request. Default: in the console. */
  askAt?(id: string): string;
}

const MAX_BODY = 64 * 1024;

/**
 * The endpoints for the login of MCP clients. They need no token; everything they grant needs a person's
 * approval in the console.
 */
export function oauthEndpoints(
  app: App,
  { oauth, entrance, publicUrl, askAt = (id) => `/#/connect/${id}` }: EndpointOptions,
): void {
  const originAt = (context: AppContext) => originOf(context.get("head"), publicUrl);
  const serverAt = (context: AppContext) => {
    const issuer = originAt(context);
    return { issuer, resource: `${issuer}/mcp` };
  };
  for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"])
    app.get(path, (context) => context.json(protectedResource(originAt(context))));
  app.get("/.well-known/oauth-authorization-server", (context) =>
    context.json(authorizationServer(originAt(context))),
  );

  // A valid code or token is always accepted: failed attempts from the same address do not lock its client
  // out.
  app.use("/oauth/token", async (context, next) => {
    await next();
    const refusal = context.res.ok ? undefined : entrance.checkRate(context.get("head"));
    if (refusal !== undefined) context.res = problem(context, refusal);
  });
  app.use("/oauth/*", async (context, next) => {
    const isToken = context.req.path === "/oauth/token";
    const refusal = isToken ? undefined : entrance.checkRate(context.get("head"));
    return refusal === undefined ? next() : problem(context, refusal);
  });
  app.use("/oauth/*", bodyLimit({ maxSize: MAX_BODY }));

  app.get("/oauth/authorize", async (context) => {
    try {
      const { search } = new URL(context.req.url);
      const end = await oauth.start(new URLSearchParams(search), serverAt(context));
      return context.redirect("ask" in end ? askAt(end.ask) : end.back, 302);
    } catch (error) {
      if (oauthCodeOf(error) === undefined || !(error instanceof Error)) throw error;
      // Never redirect to an address that may not be the app's own.
      const page = plainPage("This app cannot be connected", [`<p>${escapeHtml(error.message)}</p>`]);
      return context.html(page, 400, { "content-security-policy": PAGE_POLICY });
    }
  });

  app.post("/oauth/register", (context) =>
    answer(context, async () => {
      const { id, name, redirects, createdAt } = await oauth.clients.register(
        await context.req.json().catch(() => undefined),
      );
      const registered = {
        client_id: id,
        client_id_issued_at: Math.floor(createdAt / 1000),
        client_name: name,
        redirect_uris: redirects,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      };
      return context.json(registered, 201);
    }),
  );

  app.post("/oauth/token", (context) =>
    answer(context, async () => {
      const form = await formOf(context);
      checkResource(form, serverAt(context).resource);
      const { connections } = oauth;
      const client = required(form, "client_id");
      const kind = required(form, "grant_type");
      if (kind !== "authorization_code" && kind !== "refresh_token")
        throw oauthError(
          "unsupported_grant_type",
          "Cannot give tokens: grant_type must be authorization_code or refresh_token",
        );
      const issued =
        kind === "refresh_token"
          ? await connections.refresh({ client, token: required(form, "refresh_token") })
          : await connections.redeem({
              client,
              code: required(form, "code"),
              verifier: required(form, "code_verifier"),
              redirect: singleParameter(form, "redirect_uri"),
            });
      return context.json({
        access_token: issued.accessToken,
        token_type: "Bearer",
        expires_in: issued.expiresIn,
        refresh_token: issued.refreshToken,
        scope: issued.scopes.join(" "),
      });
    }),
  );

  app.post("/oauth/revoke", (context) =>
    answer(context, async () => {
      const form = await formOf(context);
      await oauth.connections.revokeToken(required(form, "token"), required(form, "client_id"));
      return context.body(null, 200);
    }),
  );
}

/** Answers in OAuth's format: an error is an object with a code and a description. */
async function answer(context: Context, work: () => Promise<Response>): Promise<Response> {
  context.header("cache-control", "no-store");
  try {
    return await work();
  } catch (error) {
    const code = oauthCodeOf(error);
    if (code === undefined || !(error instanceof Error)) throw error;
    return context.json({ error: code, error_description: error.message }, 400);
  }
}

async function formOf({ req }: Context): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(req.header("content-type") ?? ""))
    throw oauthError("invalid_request", "Cannot read the request: send application/x-www-form-urlencoded");
  return new URLSearchParams(await req.text());
}

function required(form: URLSearchParams, name: string): string {
  const value = singleParameter(form, name);
  if (value === undefined || value === "")
    throw oauthError("invalid_request", `Cannot use the request: ${name} is missing`);
  return value;
}

/** The metadata of `/mcp` and its authorization server (RFC 9728). */
function protectedResource(origin: string) {
  return {
    resource: `${origin}/mcp`,
    resource_name: "Dejima",
    authorization_servers: [origin],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
  };
}

/** The metadata of the authorization server (RFC 8414, and RFC 9207 for `iss`). */
function authorizationServer(origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

/** The challenge for a caller without a valid token: where to log in, and which scope to request. */
export function challenge(origin: string, sentToken: boolean): string {
  const wrong = sentToken ? 'error="invalid_token", ' : "";
  return `Bearer ${wrong}resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="${SCOPES.join(" ")}"`;
}
