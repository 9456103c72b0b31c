import { sha256 } from "../support/sha256.ts";

const WORD = /[\p{L}\p{N}]+/gu;
/** Words that change nothing of what is said. */
const EMPTY = new Set(["a", "an", "the", "that", "please", "also", "really"]);

/** Equal for texts that differ only in case, width, marks and articles. Word order counts: who likes whom matters. */
export function fingerprint(text: string): string {
  const words = text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
  const kept = words.filter((word) => !EMPTY.has(word));
  return sha256((kept.length === 0 ? words : kept).join(" ")).slice(0, 32);
}
