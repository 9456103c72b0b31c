import { stripVTControlCharacters } from "node:util";

/** Lays rows out in columns, two blanks apart; the last column is cut at the width of the terminal. */
export function table(rows: readonly (readonly string[])[], width: number): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_none, at) =>
    Math.max(...rows.map((row) => cells(row[at] ?? ""))),
  );
  return rows.map((row) => layOut(row, widths, width)).join("\n");
}

function layOut(row: readonly string[], widths: readonly number[], width: number): string {
  let used = 0;
  const parts = row.map((text, at) => {
    if (at === row.length - 1) return cut(text, Math.max(20, width - used));
    used += (widths[at] ?? 0) + 2;
    return text + " ".repeat((widths[at] ?? 0) - cells(text) + 2);
  });
  return parts.join("").trimEnd();
}

function cut(text: string, room: number): string {
  if (cells(text) <= room) return text;
  let kept = "";
  for (const character of stripVTControlCharacters(text)) {
    if (cells(kept) + cells(character) > room - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

// Terminals draw East Asian characters two cells wide.
function cells(text: string): number {
  let sum = 0;
  for (const character of stripVTControlCharacters(text))
    sum +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
        character,
      )
        ? 2
        : 1;
  return sum;
}
