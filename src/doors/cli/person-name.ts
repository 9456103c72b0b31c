import { accountName } from "../../support/account.ts";
import { visibleText } from "../../text/visible-text.ts";

/** Who answered, as a person at this terminal reads it: themselves as "you". */
export function personName(by: string): string {
  return by === accountName() || by === "local" || by === "command line" ? "you" : visibleText(by);
}
