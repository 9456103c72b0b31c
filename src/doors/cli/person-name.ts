import { userInfo } from "node:os";
import { visibleText } from "../../text/visible-text.ts";

/** Who answered, as a person at this terminal reads it: themselves as "you". */
export function personName(by: string): string {
  return by === userInfo().username || by === "local" || by === "command line" ? "you" : visibleText(by);
}
