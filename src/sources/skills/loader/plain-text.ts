import { oneLine } from "../../../text/one-line.ts";
import { unseenRuns } from "../../../text/unseen.ts";

/** Text as a person sees it: one line, no control or hidden characters. Says whether any were hidden. */
export function plainText(text: string): { text: string; hidden: boolean } {
  return { text: oneLine(text), hidden: unseenRuns(text).length > 0 };
}
