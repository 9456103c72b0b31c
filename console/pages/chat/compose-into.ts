import type { Signal } from "@preact/signals";

/**
 * Puts a suggested text into a draft, only while it is empty or still holds the last suggestion. What a
 * person writes stays.
 */
export function composeInto(draft: Signal<string>): (text: string) => boolean {
  let last = "";
  return (text) => {
    if (draft.peek() !== "" && draft.peek() !== last) return false;
    last = text;
    draft.value = text;
    return true;
  };
}
