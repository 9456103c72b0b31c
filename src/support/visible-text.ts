/**
 * Text from outside as a terminal may show it: control characters and those that turn the direction of reading become
 * visible marks, so that nothing can move the cursor, hide words or forge a prompt. New lines and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20
      ? String.fromCodePoint(0x2400 + code)
      : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

const UNSEEN = /(?![\n\t])[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
