/** A text without these characters at its end, in linear time: `/[.,]+$/` would try from every one of them. */
export function trimEndOf(text: string, characters: RegExp): string {
  let end = text.length;
  while (end > 0 && characters.test(text[end - 1] ?? "")) end--;
  return text.slice(0, end);
}
