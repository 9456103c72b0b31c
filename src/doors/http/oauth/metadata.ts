import { SCOPES } from "../../../access/oauth/scopes.ts";

/** The metadata of `/mcp` and its authorization server (RFC 9728). */
export function protectedResource(origin: string) {
  return {
    resource: `${origin}/mcp`,
    resource_name: "Dejima",
    authorization_servers: [origin],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
  };
}

/** The metadata of the authorization server (RFC 8414, and RFC 9207 for `iss`). */
export function authorizationServer(origin: string) {
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
