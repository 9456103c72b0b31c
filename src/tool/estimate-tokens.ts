const PIECES =
  /[A-Za-z]+|[0-9]+|[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]|[^\p{ASCII}]|\n+|[^\sA-Za-z0-9]+/gu;
const LETTER = /^[A-Za-z]/;
const DIGIT = /^[0-9]/;
const NOT_ASCII = /^[^\p{ASCII}]/u;
/** Words up to this long are one token as a rule; what is longer is cut about every four letters. */
const WHOLE_WORD = 9;

/**
 * About how many tokens a model reads a text as, without its vocabulary: words and figures by length, each Chinese, Japanese
 * or Korean character by itself. On lists of tools it is 2 to 13 % above what OpenAI's tokenizer counts, so that a budget holds.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    if (LETTER.test(piece)) tokens += 1.05 + Math.max(0, piece.length - WHOLE_WORD) / 4.5;
    else if (DIGIT.test(piece)) tokens += Math.ceil(piece.length / 3);
    else if (NOT_ASCII.test(piece) || piece.startsWith("\n")) tokens += 1;
    else tokens += Math.max(1, piece.length / 2.5);
  }
  return Math.ceil(tokens);
}
