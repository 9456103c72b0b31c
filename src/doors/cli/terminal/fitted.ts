/** The size of a window in characters. */
export interface Window {
  readonly columns: number;
  readonly rows: number;
}

const LEAST = 24;

/** A line cut in its middle so that it takes at most half of a window; beginning and end stay. */
export function fitted(line: string, { columns, rows }: Window): string {
  const most = Math.max(LEAST, Math.floor((columns * rows) / 2));
  const characters = [...line];
  // East Asian characters take two columns.
  const width = characters.reduce((sum, character) => sum + (character > "\u2e7f" ? 2 : 1), 0);
  if (width <= most) return line;
  const half = Math.floor((most / 2) * (characters.length / width));
  return `${characters.slice(0, half).join("")}…${characters.slice(-half).join("")}`;
}
