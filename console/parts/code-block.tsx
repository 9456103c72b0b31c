import { CopyButton } from "./copy-button.tsx";
import { Highlight } from "./highlight.tsx";

interface CodeBlockProps {
  readonly text: string;
  /** The language, as declared by its author. */
  readonly language?: string;
  /** Do not show the language, because it is obvious. */
  readonly unnamed?: boolean;
  /** Break long lines instead of scrolling. */
  readonly wrap?: boolean;
}

/** Verbatim text, with a button to copy it. It can be scrolled by keyboard. */
export function CodeBlock({ text, language = "", unnamed = false, wrap = false }: CodeBlockProps) {
  const [name = ""] = language.toLowerCase().split(/\W/);
  return (
    <div class={wrap ? "code wrap" : "code"}>
      {name === "" || unnamed ? null : <span class="code-language">{name}</span>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>
          <Highlight text={text} language={name} />
        </code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
