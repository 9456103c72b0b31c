/** Characters that nobody sees and a model still reads: zero-width, direction marks, tags. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}]/gu;
const VISIBLE = /[\p{L}\p{M}\p{S}]/u;

/** Text as a person sees it: one line, no control or hidden characters. Says whether any were hidden. */
export function plainText(text: string): { text: string; hidden: boolean } {
  let hidden = false;
  const visible = text
    .replace(/[^\S\uFEFF]+/g, " ")
    .replace(HIDDEN, (character, offset: number, whole: string) => {
      if (isPartOfSign(character, offset, whole)) return character;
      hidden = true;
      return "";
    });
  return { text: visible.replace(/ {2,}/g, " ").trim(), hidden };
}

/** Emoji and some scripts need a joiner or a variation selector between visible signs. */
function isPartOfSign(character: string, offset: number, whole: string): boolean {
  const before = [...whole.slice(Math.max(0, offset - 2), offset)].at(-1) ?? "";
  if (/[\uFE00-\uFE0F]/.test(character)) return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(before);
  if (!/[\u200C\u200D]/.test(character)) return false;
  const after = String.fromCodePoint(whole.codePointAt(offset + 1) ?? 0x20);
  return VISIBLE.test(before) && VISIBLE.test(after);
}
