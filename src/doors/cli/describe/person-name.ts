import { accountName } from "../../../support/process/account.ts";
import { visibleText } from "../../../text/visible-text.ts";

/** The name of whoever answered, for a person at this terminal: "you" for themselves. */
export function personName(by: string): string {
  return by === accountName() || by === "local" || by === "command line" ? "you" : visibleText(by);
}
