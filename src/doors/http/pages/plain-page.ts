import { escapeHtml } from "../../../text/escape-html.ts";

/** A page without scripts. Its styles are in a separate file, as the content security policy requires. */
export function plainPage(title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${parts.join("\n")}
</main>
</body>
</html>
`;
}

/** The styles of these pages, in light and dark. */
export const PAGE_STYLE = `:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
section { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.75rem 0; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 0.25rem 0; }
.method { display: inline-block; min-width: 4.5em; font-weight: 700; }
table { border-collapse: collapse; }
td, th { text-align: left; vertical-align: top; padding: 0.15rem 0.75rem 0.15rem 0; }
details > pre { max-height: 24rem; overflow: auto; }
`;
