import { nameWords } from "../words.ts";
import type { Clause } from "./clauses.ts";

const RIGHTS = new Set("permission permissions role roles access visibility privilege privileges".split(" "));

/** Whether an argument takes a right that somebody gets. */
export function isRight(argument: string): boolean {
  return nameWords(argument).some((word) => RIGHTS.has(word));
}

/** The least that can be given. Sharing something means at least that others may look at it. */
const LEAST = new Set(
  "r read reader readonly view viewer viewonly see freebusy guest member private restricted none".split(" "),
);

/** Names of the same right, with the Chinese words for it. */
const SAME: readonly (readonly [names: string, chinese: string])[] = [
  ["edit editor editing write writer rw readwrite modify", "编辑|修改|可写|读写"],
  ["read reader r view viewer see readonly", "查看|只读|阅读"],
  ["comment commenter", "评论"],
  ["contribute contributor", "投稿|添加内容"],
  ["manage manager", "管理"],
  ["admin administrator", "管理员"],
  ["own owner", "所有者|拥有者"],
  ["full all", "完全|全部"],
  ["public anyone everyone", "公开"],
];

/** Whether a right is the least that there is. Nobody has to say it. */
export function isLeastRight(value: string): boolean {
  return LEAST.has(fold(value));
}

/**
 * Whether an order gives this right: "edit access", "as an editor", "let Ann edit", "make Ann a moderator". The same word in
 * another sense gives nothing: "write a report".
 */
export function statesRight(value: string, { head }: Clause): boolean {
  const right = fold(value);
  const [names, chinese] = SAME.find(([some]) => some.split(" ").includes(right)) ?? [right, undefined];
  if (!/^[\p{L}\p{N} ]{1,60}$/u.test(names)) return false;
  return patternOf(names.replaceAll(" ", "|"), chinese ?? right).test(head);
}

const PATTERNS = new Map<string, RegExp>();
const MOST_PATTERNS = 200;

function patternOf(names: string, chinese: string): RegExp {
  const known = PATTERNS.get(names);
  if (known !== undefined) return known;
  const word = `(?:${names})(?![\\p{L}\\p{N}-])`;
  const pattern = new RegExp(
    [
      `\\b${word}(?:[- ]only)?["'”’]?\\s{1,3}(?:access|permissions?|rights?|privileges?|role|level)\\b`,
      `\\b(?:access|permissions?|rights?|role|privileges?|visibility|as|to be|become|level)\\s{0,2}(?:(?:an?|the|of|is|to|with|level|:|=)\\s{1,2}){0,2}["'“‘]?${word}`,
      `\\b(?:can|may|could|able to|allowed to|permission to|rights? to|(?:let|allow)(?:\\s{1,3}\\S{1,60}){1,3}?(?:\\s{1,3}to)?)\\s{1,3}(?:also\\s{1,3}|only\\s{1,3}){0,1}${word}`,
      `\\bmake\\s{1,3}(?:\\S{1,60}\\s{1,3}){1,3}?(?:an?\\s{1,3}|the\\s{1,3})?${word}`,
      `(?:可以?|能够?|允许|只能|权限[是为设]{0,2})(?:${chinese})|(?:${chinese})(?:权限|权|者)|(?:设为|成为|作为|当)(?:${chinese})`,
    ].join("|"),
    "iu",
  );
  if (PATTERNS.size < MOST_PATTERNS) PATTERNS.set(names, pattern);
  return pattern;
}

function fold(value: string): string {
  return value
    .trim()
    .toLowerCase()
    .replace(/[-_\s]/g, "");
}
