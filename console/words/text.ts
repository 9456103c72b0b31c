import type { Messages } from "../core/words.ts";

/** Labels of shown texts. */
export const textWords = {
  diagram: { en: "Diagram", zh: "图表" },
  diagramText: { en: "As text", zh: "文本形式" },
} satisfies Messages;
