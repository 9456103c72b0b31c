import { DejimaError } from "../../../contract/error.ts";

/** Cuts text that arrives in pieces into lines. */
interface LineReader {
  /** The lines that this piece completes. Throws when a line grows past the limit. */
  add(piece: string): string[];
}

export function createLineReader(maxLength: number): LineReader {
  let kept: string[] = [];
  let length = 0;
  return {
    add(piece) {
      const end = piece.indexOf("\n");
      if (end < 0) {
        length += piece.length;
        if (length > maxLength) throw tooLong(maxLength);
        kept.push(piece);
        return [];
      }
      const parts = piece.split("\n");
      const last = parts.pop() ?? "";
      parts[0] = kept.join("") + parts[0];
      kept = last === "" ? [] : [last];
      length = last.length;
      if (parts.some((line) => line.length > maxLength)) throw tooLong(maxLength);
      return parts.filter((line) => line.trim() !== "");
    },
  };
}

function tooLong(maxLength: number): DejimaError {
  return new DejimaError("too_large", `The server sent a message of more than ${maxLength} characters`);
}
