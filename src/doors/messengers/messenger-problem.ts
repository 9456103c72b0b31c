import { DejimaError } from "../../contract/error.ts";
import type { MessengerProblem } from "../../contract/user/messenger.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** How messengers say that they reject the keys. */
const REFUSED =
  /\bstatus 40[013]\b|\b401\b|\bunauthori[sz]ed\b|\b(?:invalid|not|no|token)_(?:auth|authed|revoked|expired)\b|account_inactive|invalidClient|\bcode 1000[0-9]\b|\bcode 1001[0-9]\b|404: Not Found/i;

const MAX_MESSAGE_LENGTH = 500;

/** The kind of an error at a messenger, for which doors have a sentence. */
export function problemOf(error: unknown): Pick<MessengerProblem, "kind" | "text"> {
  const text = thrownText(error).slice(0, MAX_MESSAGE_LENGTH);
  const cause = error instanceof Error && error.cause instanceof DejimaError ? error.cause : error;
  if (cause instanceof DejimaError && typeof cause.details.secret === "string")
    return { kind: "secret", text };
  if (/\bsecret\b/i.test(text) && cause instanceof DejimaError && cause.code === "not_found")
    return { kind: "secret", text };
  if (REFUSED.test(text) || (cause instanceof DejimaError && cause.details.refused === true))
    return { kind: "refused", text };
  const isAway =
    cause instanceof DejimaError && (cause.code === "server_unavailable" || cause.code === "timeout");
  return {
    kind: isAway || /Network request|ECONN|ENOTFOUND|fetch failed/i.test(text) ? "unreachable" : "other",
    text,
  };
}
