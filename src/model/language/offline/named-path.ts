import { shellWord } from "../../../support/shell-word.ts";

const QUOTED =
  /`([^`\n]{1,1000})`|"([^"\n]{1,1000})"|'([^'\n]{1,1000})'|“([^“”\n]{1,1000})”|‘([^‘’\n]{1,1000})’|「([^「」\n]{1,1000})」|『([^『』\n]{1,1000})』/g;
// Letters of any script: 笔记.txt is a name like any other.
const WITH_EXTENSION =
  /(?<![\w/.-])(?:~?\.{0,2}\/)?(?:[\w.-]+\/)*[\p{L}\d_-][\p{L}\d_.-]{0,80}\.[A-Za-z][A-Za-z0-9]{0,9}(?![A-Za-z0-9_/])/gu;
const WINDOWS = /(?<!\w)[A-Za-z]:\\[^\s"'`<>|*?]+/g;
const WITH_SLASH = /(?<![\w:/.-])(?:~?\.{0,2}\/|[\w.-]+\/)[\w./-]*/g;
const WELL_KNOWN =
  /(?<![\w.-])(?:Makefile|Dockerfile|Containerfile|LICENSE|CHANGELOG|NOTICE|Procfile|\.env|\.gitignore|\.dockerignore|\.editorconfig)(?![\w.-])/g;
const README = /(?<![\w.-])readme(?![\w.-])/i;
const SCRIPT = /\.(?:sh|bash|py|js|mjs|cjs|ts)$/i;
const NO_FILE = /^(?:e\.g|i\.e|a\.m|p\.m|u\.[sk])$|\.(?:com|org|net|io|cn|edu|gov)$/i;
// Chinese has no spaces: a verb before a name is not part of it.
const VERBS_BEFORE =
  /^.*(?:查看|看看|看一下|看下|读取|读一下|读|打开|显示|文件|一下|总结|运行|执行|删除|删掉|新建|创建|写入|写到|保存到|复制|移动|帮我|叫做|叫|名为|在|把|到|为|成|和|与|跟|个)(?=[\p{L}\d_])/u;

/** The texts in quotation marks of any kind, in order. */
export function quotedIn(message: string): string[] {
  // An apostrophe inside a word does not open a quotation: "don't read that's.txt".
  return [...message.replace(/(?<=\p{L})['’](?=\p{L})/gu, "\u02bc").matchAll(QUOTED)].map((found) =>
    (found.slice(1).find((text) => text !== undefined) ?? "").replaceAll("\u02bc", "'"),
  );
}

/**
 * The paths in a message, in order: in quotation marks, with an extension, with a slash, or by a well-known
 * name.
 */
export function pathsIn(message: string): string[] {
  const quoted = quotedIn(message).filter(isPathLike);
  // A URL is not a path.
  const plain = quoted
    .reduce((text, path) => text.replace(path, " "), message)
    .replace(/\bhttps?:\/\/\S+/g, " ");
  const found = [
    ...quoted.map((path) => ({ path, at: message.indexOf(path) })),
    ...named(plain, WINDOWS),
    ...named(
      plain.replace(WINDOWS, (path) => " ".repeat(path.length)),
      WITH_EXTENSION,
    ).map(({ path, at }) => ({ path: withoutVerbs(path), at })),
    ...named(plain, WITH_SLASH),
    ...named(plain, WELL_KNOWN),
    ...(README.test(plain) ? [{ path: "README.md", at: plain.search(README) }] : []),
  ].filter(({ path }) => !NO_FILE.test(path) && path !== "/" && path !== "./");
  const inOrder = found.sort((a, b) => a.at - b.at).map(({ path }) => path);
  return [...new Set(inOrder)].filter(
    (path) => !inOrder.some((other) => other !== path && other.endsWith(`/${path}`)),
  );
}

/** Whether a path is a script, by its extension. */
export function isScript(path: string): boolean {
  return SCRIPT.test(path);
}

/** Whether a path looks like a file rather than a folder. */
export function isFile(path: string): boolean {
  return /\.\w+$/.test(path) || new RegExp(`^(?:.*/)?${WELL_KNOWN.source}$`).test(path);
}

/** The command that runs a script. */
export function scriptCommand(path: string): string {
  const program = /\.py$/i.test(path) ? "python3" : /\.(?:sh|bash)$/i.test(path) ? "sh" : "node";
  return `${program} ${shellWord(path)}`;
}

function isPathLike(text: string): boolean {
  return (
    /^[\p{L}\d_ ./()-]+$/u.test(text) && (/\.[A-Za-z]\w{0,9}$/.test(text) || /^[^ ]*\/[^ ]*$/.test(text))
  );
}

function named(text: string, pattern: RegExp): { path: string; at: number }[] {
  return Array.from(text.matchAll(pattern), (found) => ({ path: found[0], at: found.index }));
}

function withoutVerbs(path: string): string {
  return /\p{Script=Han}/u.test(path) ? path.replace(VERBS_BEFORE, "") : path;
}
