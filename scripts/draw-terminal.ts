/** One line of a screen. Typed text is highlighted. */
interface ScreenLine {
  readonly text: string;
  readonly command: boolean;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Draws the text of a terminal as an SVG picture. */
export function drawTerminal(title: string, lines: readonly ScreenLine[]): string {
  const height = lines.length * 18 + 40;
  const rows = lines.map(
    ({ text, command }, at) =>
      `<text x="16" y="${34 + at * 18}"${command ? ' class="command"' : ""}>${escaped(text)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="${height}" viewBox="0 0 960 ${height}">
<title>${escaped(title)}</title>
<style>text{font:13px ui-monospace,Menlo,Consolas,monospace;fill:#c9d1d9;white-space:pre}.command{fill:#7ee787;font-weight:bold}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join("\n")}
</svg>
`;
}
