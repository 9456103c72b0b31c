import type { ComponentChildren } from "preact";
import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  readonly text: string;
  /** The language, as declared by its author. */
  readonly language?: string;
  /** Do not show the language, because it is obvious. */
  readonly unnamed?: boolean;
  /** Break long lines instead of scrolling. */
  readonly wrap?: boolean;
}

const WORDS =
  "abstract and as async await break case catch class const continue def default del do elif else enum except export extends false finally fn for from func function go if impl implements import in interface is lambda let match mod mut new nil none not null or package pass private pub public raise return select self static struct super switch then this throw trait true try type union use var void where while with yield";
const KEYWORDS: ReadonlySet<string> = new Set(WORDS.split(" "));

const SLASH = ["//[^\\n]*", "/\\*[^]*?(?:\\*/|$)"];
const COMMENTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ..."js jsx ts tsx javascript typescript json jsonc c cpp java go rust rs css swift kotlin php"
    .split(" ")
    .map((name) => [name, SLASH]),
  ..."py python sh bash shell zsh yaml yml toml ini ruby rb dockerfile"
    .split(" ")
    .map((name) => [name, ["#[^\\n]*"]]),
  ["sql", ["--[^\\n]*"]],
]);
const LONGEST = 20_000;

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

/** Code with comments, strings, numbers and keywords highlighted. Plain if the language is unknown. */
function Highlight({ text, language }: { text: string; language: string }): ComponentChildren {
  const comments = Object.hasOwn(COMMENTS, language) ? COMMENTS[language] : undefined;
  if (comments === undefined || text.length > LONGEST) return text;
  const pattern = new RegExp(
    `(?<comment>${comments.join("|")})|(?<text>"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*'|\`(?:\\\\.|[^\`\\\\])*\`)|(?<number>\\b\\d[\\d._]*\\b)|(?<word>\\b[A-Za-z_]\\w*\\b)`,
    "g",
  );
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(pattern)) {
    const kind =
      groups.word === undefined
        ? Object.keys(groups).find((name) => groups[name] !== undefined)
        : KEYWORDS.has(found)
          ? "word"
          : undefined;
    if (kind === undefined) continue;
    parts.push(
      text.slice(end, index),
      <span key={index} class={`code-${kind}`}>
        {found}
      </span>,
    );
    end = index + found.length;
  }
  return [...parts, text.slice(end)];
}
