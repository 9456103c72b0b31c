/** Words with which people forbid something. "Do not forget to" is an order. */
const FORBIDS =
  /\b(?:do[\s*_]+not|don['’]?t|never|(?:must|should|shall|may|will|would|can|could)(?:[\s*_]*not|n['’]?t)|won['’]?t|can['’]?t|under no circumstances|in no case|by no means|hold off|avoid|refrain from|no need to|no longer|let(?:['’]?s| us) not|(?:rather|wish|prefer|preferred)(?: that)? (?:you|we|it|they|s?h(?:e)|\p{Lu}\p{L}{1,40}) (?:did|do|would|were|was)?(?:n['’]?t| not)|(?:cancel|forget|scratch|disregard|withdraw) (?:that|this|it|my (?:last|earlier|previous) \p{L}{1,20})(?=\s*[:,–—-]))\b(?![\s*_]+(?:forget|hesitate|worry|miss|fail|you|we|find|see|remember|open|reach|read)\b)|(?:,|\band|\bbut|\bthough) (?:certainly |definitely |please )?not\b|\bnot to\b|别(?!忘)|不要(?!忘)|(?<!能)不能|(?<!可)不可以|不会|不想|拒绝|没(?!问题|关系|事|忘)|不用|不必|不许|不得|不准|禁止|切?勿/giu;

/** Words with which people leave somebody or something out. */
const EXCEPTS =
  /\b(?:except|excepting|excluding|other than|apart from|rather than|instead of|without)\b|\b(?:all|every(?:one|body|thing)?) but\b|除了|除开|除去|而不是|以外/giu;

/** Where a prohibition ends: with its sentence, or where the user turns to what they do want. */
const ENDS = /[.!?;](?=\s|$)|[。！？；\n]|,? but (?!not\b)|, (?:just|only|instead|rather)\b|，(?:只|而|但)/u;

/** A prohibition before an order: "do not wait, send it to Bob". It ends at the comma, unless a list continues. */
const BEFORE_ORDER =
  /^(?:can(?:not|['’]?t| not)|won['’]?t|will not|would(?: not|n['’]?t)|could(?: not|n['’]?t))\b|^(?:do not|don['’]?t|never|no need to) (?:wait|delay|bother|ask|panic|stop)\b|^(?:别|不要|不用|不必)(?:等|急|犹豫|问|担心|停)/iu;
const ORDER = /, (?!(?:or|nor|and)\b)(?![^.!?;\n]{0,2000}\b(?:or|nor)\b)|，(?![^。！？；\n]{0,2000}[或也])/u;

/** Words that also forbid the order before them: "send it to Ann under no circumstances". */
const TAKES_BACK = /^(?:under no|in no|by no|never|cancel|forget|scratch|disregard|withdraw)/iu;
const SENTENCE_END = /[!?;。！？；\n]|\.(?!\S)/g;

// Chinese has no blanks around quotes.
const QUOTED =
  /(?<![\p{L}\p{N}])(?:['"“‘])(?:[^'"“”‘’\n]{1,2000})(?:['"”’])(?![\p{L}\p{N}])|(?<=\p{Script=Han})"[^"\n]{1,2000}"(?=\p{Script=Han})|“[^“”\n]{1,2000}”|「[^「」\n]{1,2000}」|《[^《》\n]{1,2000}》/gu;

/** Whether the user leaves somebody out, as in "everyone except Carol". */
export function hasException(text: string): boolean {
  return withoutQuoted(text).search(EXCEPTS) !== -1;
}

/**
 * The user's words without what they forbid: "do not write to Carol" does not permit writing to her. A quoted text
 * is the user's text, whatever it says.
 */
export function withoutForbidden(text: string): string {
  const plain = withoutQuoted(text);
  let left = "";
  let end = 0;
  for (const { 0: found, index } of [...plain.matchAll(FORBIDS), ...plain.matchAll(EXCEPTS)].sort(byIndex)) {
    if (index < end) continue;
    const before = text.slice(end, index);
    left += `${TAKES_BACK.test(found) ? beforeLastSentence(before) : before} . `;
    const rest = plain.slice(index);
    const ends = [ENDS, ...(BEFORE_ORDER.test(rest) ? [ORDER] : [])].map((one) =>
      rest.slice(found.length).search(one),
    );
    end = Math.min(...ends.map((length) => (length === -1 ? text.length : index + found.length + length)));
  }
  return left + text.slice(end);
}

/** The text with everything in quotes made unreadable, at the same places. */
export function withoutQuoted(text: string): string {
  return text.replace(QUOTED, (found) => "_".repeat(found.length));
}

/** The text without what follows the last end of a sentence. */
function beforeLastSentence(text: string): string {
  const last = [...text.matchAll(SENTENCE_END)].at(-1);
  return last === undefined ? "" : text.slice(0, last.index + 1);
}

function byIndex(a: { readonly index: number }, b: { readonly index: number }): number {
  return a.index - b.index;
}
