import { accountName } from "../../../support/process/account.ts";
import { visibleText } from "../../../text/visible-text.ts";
import type { Say } from "../words/say.ts";

/** The name of whoever answered, for a person at this terminal: "you" for themselves. */
export function personName(by: string, say: Say): string {
  return by === accountName() || by === "local" || by === "command line" ? say("you") : visibleText(by);
}
