/** Letters of other scripts that look like one of ours, in the order of `PLAIN`. */
const ALIKE = "асԁеһіјӏорԛѕԝхуАВСЕНІЈКМОРЅТХ";
const PLAIN = "acdehijlopqswxyABCEHIJKMOPSTX";
const UNSEEN = /(?<=[A-Za-z])[\u00ad\u200b-\u200d\u2060\ufeff]+(?=[A-Za-z])/g;
const WORD = new RegExp(`[A-Za-z${ALIKE}]+`, "g");
const ANY = new RegExp(`[${ALIKE}]`, "g");

/** A text as its reader takes it: without what cannot be seen inside a word, and look-alike letters as what they look like. */
export function asRead(text: string): string {
  const seen = text.replace(UNSEEN, "");
  return seen.search(ANY) !== -1 ? seen.replace(WORD, inOneScript) : seen;
}

/** A word of two scripts is a disguise; a word of one is a word. */
function inOneScript(word: string): string {
  if (!/[A-Za-z]/.test(word)) return word;
  return word.replace(ANY, (letter) => PLAIN[ALIKE.indexOf(letter)] ?? letter);
}
