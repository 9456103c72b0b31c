import { plainText } from "../../text/plain-text.ts";
import { findImitations } from "./imitations.ts";

/** Set into a mark, this makes it another one: no template knows it, and a person reads over it. */
const ESCAPE = "\u00b7";

/** Makes text from outside harmless to read: nothing in it can pass for a turn, a frame, or go unseen. The words stay. */
export function neutralise(text: string): string {
  const seen = plainText(text);
  let shown = "";
  let from = 0;
  for (const place of findImitations(seen)) {
    shown += seen.slice(from, place) + ESCAPE;
    from = place;
  }
  return shown + seen.slice(from);
}
