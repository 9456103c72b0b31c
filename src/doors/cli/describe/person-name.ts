import { accountName } from "../../../support/process/account.ts";
import { visibleText } from "../../../text/visible-text.ts";
import type { Say } from "../words/say.ts";

/** The name of the person who answered, as shown at this terminal: "you" for its own user. */
export function personName(by: string, say: Say): string {
  return by === accountName() || by === "local" || by === "command line" ? say("you") : visibleText(by);
}
