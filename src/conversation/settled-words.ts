import type { MessageName } from "../contract/words/messages.ts";

/** The message for each status of a settled question. Open questions have none. */
export const SETTLED_MESSAGES: Readonly<Record<string, MessageName>> = {
  approved: "answeredApproved",
  denied: "answeredDenied",
  expired: "answeredExpired",
  withdrawn: "answeredWithdrawn",
};
