import { DejimaError } from "../../contract/error.ts";

/** The OAuth error codes of this server (RFC 6749, 7591 and 8707). */
type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "unsupported_response_type"
  | "unsupported_grant_type";

/** An error for an OAuth client: our own, with the OAuth code in its details. */
export function oauthError(oauth: OAuthErrorCode, message: string): DejimaError {
  return new DejimaError("invalid_input", message, { oauth });
}

/** The OAuth code of an error. `undefined` if it has none. */
export function oauthCodeOf(error: unknown): string | undefined {
  if (!(error instanceof DejimaError)) return undefined;
  const { oauth } = error.toData().details;
  return typeof oauth === "string" ? oauth : undefined;
}
