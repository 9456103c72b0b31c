import type { Token, Tokens } from "marked";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { useData } from "../core/use-data.ts";
import { CodeBlock } from "./code-block.tsx";
import { isClosed, type MathToken, readMarkdown } from "./read-markdown.ts";

/**
 * Markdown as elements. The text comes from models and tools: HTML in it is shown as text, pictures as links,
 * and only web and mail addresses become links.
 */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => readMarkdown(text), [text]);
  return <div class="prose">{blocks(tokens)}</div>;
}

function blocks(tokens: readonly Token[]): ComponentChildren {
  return tokens.map((token, index) => <Block key={index} token={token} />);
}

function Block({ token }: { token: Token }): ComponentChildren {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      return <Heading token={token as Tokens.Heading} />; // by its type
    case "paragraph":
      return <p>{inline(token.tokens)}</p>;
    case "code":
      if (token.lang?.toLowerCase() === "mermaid" && isClosed(token))
        return <LazyDiagram text={token.text} />;
      return <CodeBlock text={token.text} language={token.lang ?? ""} />;
    case "blockquote":
      return <blockquote>{blocks(token.tokens ?? [])}</blockquote>;
    case "list":
      return <List token={token as Tokens.List} />; // by its type
    case "math":
      return <Formula token={token as MathToken} />; // by its type
    case "hr":
      return <hr />;
    case "checkbox":
      return <Inline token={token} />;
    case "table":
      return <Table token={token as Tokens.Table} />; // by its type
    case "text":
      return <>{token.tokens === undefined ? plain(token.text) : inline(token.tokens)}</>;
    default:
      return <p>{token.raw}</p>;
  }
}

// Headings of an answer are below those of the page, and all on one level: a writer may skip levels.
function Heading({ token }: { token: Tokens.Heading }) {
  return <h3 class={token.depth === 1 ? "first" : ""}>{inline(token.tokens)}</h3>;
}

function List({ token }: { token: Tokens.List }) {
  const items = token.items.map((item, index) => (
    <li key={index} class={item.task ? "task" : undefined}>
      {blocks(item.tokens)}
    </li>
  ));
  return token.ordered ? <ol start={token.start === "" ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ token }: { token: Tokens.Table }) {
  const cells = (row: readonly Tokens.TableCell[], Cell: "th" | "td") =>
    row.map((cell, index) => <Cell key={index}>{inline(cell.tokens)}</Cell>);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="table" tabIndex={0}>
      <table>
        <thead>
          <tr>{cells(token.header, "th")}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>{cells(row, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: readonly Token[] | undefined): ComponentChildren {
  return (tokens ?? []).map((token, index) => <Inline key={index} token={token} />);
}

function Inline({ token }: { token: Token }): ComponentChildren {
  switch (token.type) {
    case "strong":
      return <strong>{inline(token.tokens)}</strong>;
    case "em":
      return <em>{inline(token.tokens)}</em>;
    case "del":
      return <del>{inline(token.tokens)}</del>;
    case "codespan":
      return <code>{plain(token.text)}</code>;
    case "math":
      return <Formula token={token as MathToken} />; // by its type
    case "br":
      return <br />;
    case "link":
      return <Link href={token.href}>{inline(token.tokens)}</Link>;
    case "image":
      return <Link href={token.href}>{plain(token.text || token.href)}</Link>;
    case "checkbox":
      return <input type="checkbox" checked={token.checked} disabled aria-label={token.raw} />;
    case "text":
    case "escape":
      return (
        <>{token.type === "text" && token.tokens !== undefined ? inline(token.tokens) : plain(token.text)}</>
      );
    default:
      return <>{token.raw}</>;
  }
}

function Formula({ token: { text, raw, display } }: { token: MathToken }) {
  return <LazyMath text={text} raw={raw} display={display} />;
}

function Link({ href, children }: { href: string; children: ComponentChildren }) {
  if (!/^(?:https?:|mailto:)/i.test(href)) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

const NAMED: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

// The parser escapes some characters for HTML, which an element already does.
function plain(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (name) => NAMED[name] ?? name);
}

const loadMath = async () => (await import("./math/math.tsx")).MathView;
const loadDiagram = async () => (await import("./diagram/diagram.tsx")).Diagram;

interface LazyMathProps {
  readonly text: string;
  readonly raw: string;
  readonly display: boolean;
}

/** A formula. Its renderer is loaded with the first one; until then the source is shown. */
function LazyMath({ text, raw, display }: LazyMathProps) {
  const { value: MathView } = useData(loadMath, []);
  return MathView === undefined ? <code>{raw}</code> : <MathView text={text} display={display} />;
}

/** A diagram. Its renderer is loaded with the first one. */
function LazyDiagram({ text }: { text: string }) {
  const { value: Diagram } = useData(loadDiagram, []);
  return Diagram === undefined ? <CodeBlock text={text} language="mermaid" /> : <Diagram text={text} />;
}
