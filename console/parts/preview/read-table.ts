/** More rows would make the page slow. The whole file can be downloaded. */
const MOST_ROWS = 500;
const MOST_COLUMNS = 60;

/** The rows of a table, and whether more were cut. */
interface TableRows {
  readonly rows: readonly (readonly string[])[];
  readonly more: boolean;
}

/**
 * Parses CSV (RFC 4180, lenient) or, for `\t`, tab-separated values. An unclosed quote ends with the text.
 */
export function readTable(text: string, separator: "," | ";" | "\t"): TableRows {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = () => {
    if (row.length > 1 || row[0] !== "") rows.push(row.slice(0, MOST_COLUMNS));
    row = [];
  };
  while (at < text.length && rows.length < MOST_ROWS) {
    const cell = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator);
    row.push(cell.value);
    at = cell.end;
    const sign = text[at];
    at += sign === "\r" && text[at + 1] === "\n" ? 2 : 1;
    if (sign === separator && at >= text.length) row.push("");
    if (sign !== separator || at >= text.length) endRow();
  }
  return { rows, more: at < text.length };
}

/** The separator of a file: by its extension, or the more frequent one in its first line. */
export function separatorOf(name: string, text: string): "," | ";" | "\t" {
  if (/\.tsv$/i.test(name)) return "\t";
  const [first = ""] = text.split("\n", 1);
  return first.split(";").length > first.split(",").length ? ";" : ",";
}

interface Cell {
  readonly value: string;
  /** The position of the next separator. */
  readonly end: number;
}

function quotedCell(text: string, start: number, separator: string): Cell {
  let value = "";
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      // Text between a closing quote and the next separator is kept unchanged.
      const rest = plainCell(text, quote + 1, separator);
      return { value: value + rest.value, end: rest.end };
    }
    value += '"';
    at = quote + 2;
  }
}

function plainCell(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++;
  return { value: text.slice(start, end), end };
}
