/**
 * Endings that people use for files and not for hosts. A host could have them, too: such names stay unchanged
 * only without anything that makes them an address.
 */
const FILE_ENDINGS = new Set(
  "c cc cfg conf cpp css csv cs doc docx env gif go gz h htm html ini java jpeg jpg js json jsx kt lock log lua md mjs mp3 mp4 pdf php pl png pptx ps1 py rb rs rst sh sql svg swift tar tex toml ts tsv tsx txt vue wav webp xls xlsx xml yaml yml zip".split(
    " ",
  ),
);

// Resolvers treat full-width and ideographic dots as dots.
const DOT = "[.\\u3002\\uff0e\\uff61]";

const LABEL = "[\\p{L}\\p{N}_-]";

const HOST = new RegExp(
  `(?<before>^|[^\\p{L}\\p{N}_.-])(?<host>${LABEL}+(?:${DOT}${LABEL}+)+)(?<after>[/:?#@]?)`,
  "gu",
);

// No scheme of the web is longer.
const SCHEME = /(\p{L}[\p{L}\p{N}+.-]{0,30}):(?=\/{2})/gu;

/**
 * Text for channels that turn addresses into links and fetch previews, with no way to disable that. Addresses
 * stay readable, but programs do not recognize them: `https[:]//example[.]com/a`. File names stay unchanged.
 */
export function withoutLinks(text: string): string {
  return text
    .replace(SCHEME, "$1[:]")
    .replace(HOST, (all, before: string, host: string, after: string, ..._rest: unknown[]) => {
      const labels = host.split(new RegExp(DOT, "u"));
      if (!isAddress(labels, { after, before })) return all;
      return `${before}${labels.join("[.]")}${after}`;
    });
}

function isAddress(labels: readonly string[], { after, before }: { after: string; before: string }): boolean {
  const last = labels.at(-1)?.toLowerCase() ?? "";
  const isNumber = labels.every((label) => /^\d+$/.test(label));
  // 1.5 is a number; four of them, or a port or path behind, may be an address.
  if (isNumber) return labels.length === 4 || (after !== "" && after !== ":" && after !== "?");
  if (!/^(?:\p{L}{2,}|xn--[\w-]+)$/u.test(last)) return false;
  if (before === "/" && labels.length === 2 && FILE_ENDINGS.has(last)) return after === "?" || after === "#";
  return labels.length > 2 || after === "/" || after === "@" || after === "#" || !FILE_ENDINGS.has(last);
}
