import type { ComponentChildren } from "preact";

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

/** Code with comments, strings, numbers and keywords highlighted. Plain if the language is unknown. */
export function Highlight({ text, language }: { text: string; language: string }): ComponentChildren {
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
