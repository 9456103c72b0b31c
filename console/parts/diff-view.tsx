import { CopyButton } from "./copy-button.tsx";

const CLASSES: Readonly<Record<string, string>> = {
  "+": "added",
  "-": "removed",
  "@": "place",
  "\\": "place",
};

/** A unified diff, line by line. Signs accompany the colours. */
export function DiffView({ text }: { text: string }) {
  const lines = shownLines(text);
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
      <CopyButton text={lines.join("\n")} />
    </div>
  );
}

function classOf(line: string): string {
  if (/^(?:---|\+\+\+) /.test(line)) return "place";
  return CLASSES[line[0] ?? ""] ?? "same";
}

/**
 * Without the lines for programs: the line that names the file, and the names of a single file, which are
 * shown above.
 */
function shownLines(text: string): string[] {
  const lines = text
    .replace(/^(?:Index: .*\n)?(?:=+\n)?/, "")
    .replace(/\n$/, "")
    .split("\n");
  const single = lines.filter((line) => line.startsWith("--- ")).length === 1;
  return single && lines[1]?.startsWith("+++ ") ? lines.slice(2) : lines;
}
