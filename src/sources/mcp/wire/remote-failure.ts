import { isLoginNeeded, ownError } from "../oauth/login-needed.ts";

/** Whether a remote server from before Streamable HTTP would have answered so: with an error in the four hundreds, but none about who asks. */
export function isUnknownToOldServer(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 403;
}

/** Whether a remote server has forgotten the session: it was started anew, or tidied up. Nothing was done. */
export function isForgottenSession(error: unknown): boolean {
  const status = statusOf(error);
  return status === 404 || (status === 400 && error instanceof Error && /session/i.test(error.message));
}

/** Whether a request never reached a remote server, or its answer broke off. */
export function isCutOff(error: unknown): boolean {
  return ownError(error)?.code === "server_unavailable" && !isLoginNeeded(error);
}

function statusOf(error: unknown): number | undefined {
  const status = (error as { readonly status?: unknown } | undefined)?.status;
  return typeof status === "number" ? status : undefined;
}
