/** Where a line begins and ends in its text. */
interface LineRange {
  readonly from: number;
  readonly end: number;
}

/**
 * What ordinary texts are made of, as ranges of UTF-16: ASCII, letters of Western languages, Chinese, Japanese and Korean, typographic
 * marks, arrows, drawn boxes, most emoji. Nothing in here is invisible, and nothing looks like an ASCII letter.
 */
const ORDINARY =
  "9-a d 20-7e a1-ac ae-17f 2010-2015 2018-2023 2026 2030-203a 20a0-20bf 2190-23ff 2500-27bf 3001-30ff 4e00-9fff ac00-d7a3 ff0c d83d-d83e dc00-dfff";

const IS_ORDINARY = ordinary();

/** The lines of a text that hold anything else, without their line ends. */
export function* unusualLines(text: string): Iterable<LineRange> {
  for (let at = 0; at < text.length; at++) {
    if (IS_ORDINARY[text.charCodeAt(at)] === 1) continue;
    const from = text.lastIndexOf("\n", at) + 1;
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    yield { from, end: text[end - 1] === "\r" ? end - 1 : end };
    at = end;
  }
}

function ordinary(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const range of ORDINARY.split(" ")) {
    const [first = "", last = first] = range.split("-");
    table.fill(1, Number.parseInt(first, 16), Number.parseInt(last, 16) + 1);
  }
  return table;
}
