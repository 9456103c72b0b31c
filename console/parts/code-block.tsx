import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  readonly text: string;
  /** Break long lines instead of scrolling. */
  readonly wrap?: boolean;
}

/** Text as it is, with a button to copy it. It can be scrolled by keyboard. */
export function CodeBlock({ text, wrap = false }: CodeBlockProps) {
  return (
    <div class={wrap ? "code wrap" : "code"}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
