const CLASSES: Readonly<Record<string, string>> = {
  "+": "added",
  "-": "removed",
  "@": "place",
  "\\": "place",
};

/** A unified diff, line by line. Signs stand beside the colours. */
export function DiffView({ text }: { text: string }) {
  // Some writers of diffs begin with a line for programs that look for the file.
  const lines = text
    .replace(/^(?:Index: .*\n)?(?:=+\n)?/, "")
    .replace(/\n$/, "")
    .split("\n");
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code class="diff">
          {lines.map((line, index) => (
            <span key={index} class={classOf(line)}>
              {line === "" ? " " : line}
            </span>
          ))}
        </code>
      </pre>
    </div>
  );
}

function classOf(line: string): string {
  if (/^(?:---|\+\+\+) /.test(line)) return "place";
  return CLASSES[line[0] ?? ""] ?? "same";
}
