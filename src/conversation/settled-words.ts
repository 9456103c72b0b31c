import type { MessageName } from "../contract/messages.ts";

/** What became of a question, by its status; one that waits has no such words. */
export const SETTLED: Readonly<Record<string, MessageName>> = {
  approved: "answeredApproved",
  denied: "answeredDenied",
  expired: "answeredExpired",
  withdrawn: "answeredWithdrawn",
};
