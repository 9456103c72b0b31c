import type { DejimaError } from "../../contract/error.ts";
import type { ModelProblem } from "../../contract/model-names.ts";

/** Why a model did not answer, from its error. */
export function modelProblemOf({ code, message, details, cause }: DejimaError): ModelProblem {
  if (details.missing === "key") return "missing-key";
  const { status } = details;
  if (status === 401 || status === 403) return "wrong-key";
  // Some providers reject a key as a bad request.
  if (status === 400 && /api.?key/i.test(message)) return "wrong-key";
  if (status === 402 || (status === 429 && /quota|billing|credit/i.test(message))) return "out-of-quota";
  if (status === 404) return /model/i.test(message) ? "no-such-model" : "wrong-address";
  if (status === 429 || status === 529 || (typeof status === "number" && status >= 500)) return "busy";
  if (status === undefined && code === "server_unavailable" && isUnreachable(cause)) return "no-server";
  if (status === undefined && /broke off|JSON|redirect/i.test(message)) return "wrong-address";
  return code === "invalid_input" && /model/i.test(message) ? "no-such-model" : "other";
}

const UNREACHABLE =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ECONNRESET|EHOSTUNREACH|ENETUNREACH|CERT|fetch failed|Cannot connect|Invalid URL/i;

function isUnreachable(cause: unknown): boolean {
  for (let error = cause, depth = 0; error instanceof Error && depth < 4; error = error.cause, depth++) {
    const code = "code" in error ? String(error.code) : "";
    if (/redirect/i.test(error.message)) return false;
    if (UNREACHABLE.test(code) || UNREACHABLE.test(error.message)) return true;
  }
  return false;
}
