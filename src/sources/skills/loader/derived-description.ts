/** The first paragraph is near the beginning; patterns over a long hostile text could take for ever. */
const LOOKED_AT = 8000;

/** What is said first about a skill whose author wrote no description: its first paragraph, or else its heading. */
export function derivedDescription(body: string): string {
  const blocks = body
    .slice(0, LOOKED_AT)
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/^```[\s\S]*?^```[ \t]*$/gm, "")
    .split(/\r?\n[ \t]*\r?\n/)
    .map((block) => block.trim());
  const paragraph = blocks.map(withoutHeadings).find((block) => /^[\p{L}\p{N}*_"'`(>-]/u.test(block));
  const heading = /^#+[ \t]+(.+)$/m.exec(body.slice(0, LOOKED_AT))?.[1];
  return (paragraph ?? heading ?? "").replace(/[*_`>]+/g, "").slice(0, 1024);
}

function withoutHeadings(block: string): string {
  const lines = block.split(/\r?\n/).filter((line) => !/^\s*(?:#{1,6}\s|[-=_*]{3,}\s*$|\[?!\[|<)/.test(line));
  return lines.join(" ").trim();
}
