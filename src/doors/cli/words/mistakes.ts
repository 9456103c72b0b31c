/** What the parser says of a wrong command line, and the same in Chinese. */
const MISTAKES: readonly (readonly [RegExp, string])[] = [
  [/^unknown command '(.*)'/, "没有“$1”这个命令"],
  [/^unknown option '(.*)'/, "没有“$1”这个选项"],
  [/^missing required argument '(.*)'/, "缺少参数“$1”"],
  [/^option '(.*)' argument missing/, "选项“$1”缺少值"],
  [/^too many arguments.*/s, "参数太多"],
  [/^option '(.*)' cannot be used with option '(.*)'/, "选项“$1”不能与“$2”一起用"],
];

const MEANT: readonly (readonly [RegExp, string])[] = [
  [/\n\(Did you mean one of (.*)\?\)/, "。是不是要写 $1 之一？"],
  [/\n\(Did you mean (.*)\?\)/, "。是不是要写 $1？"],
];

/** A mistake in a command line, in Chinese. */
export function mistakeInChinese(english: string): string {
  return [...MISTAKES, ...MEANT].reduce((text, [pattern, words]) => text.replace(pattern, words), english);
}
