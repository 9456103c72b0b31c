import type { Utterance } from "../../../runtime.ts";

/** Turns utterances into the one growing text that clients of OpenAI know; gives the piece to add. */
interface WrittenText {
  add(utterance: Utterance): string;
  readonly text: string;
}

/** Begins with nothing written. */
export function createWrittenText(): WrittenText {
  let text = "";
  const write = (piece: string) => {
    text += piece;
    return piece;
  };
  const paragraph = (piece: string) => write(text === "" ? piece : `\n\n${piece}`);
  return {
    get text() {
      return text;
    },
    add(utterance) {
      switch (utterance.type) {
        case "delta":
          return utterance.begins ? paragraph(utterance.text) : write(utterance.text);
        case "notice":
          return utterance.important === true ? paragraph(utterance.text) : "";
        case "question":
          return paragraph(utterance.text);
        case "answer":
          // Usually it has just been written, piece by piece.
          return text.trimEnd().endsWith(utterance.text.trim()) ? "" : paragraph(utterance.text);
      }
    },
  };
}
