import words from "./report-in-chinese.json" with { type: "json" };

/** Times, actions of code and problems of a proof, as the sentences contain them. */
const PHRASES: ReadonlyMap<string, string> = new Map(Object.entries(words.phrases));

/** Numbers and lists inside of a sentence. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^(\d+) tools?$/, "$1 个工具"],
  [/^(\d+) calls?$/, "$1 次调用"],
  [/^(\d+) scripts?$/, "$1 个脚本"],
  [/^the variable (\w+)$/, "变量 $1"],
  [/^(.+) and (\d+) more$/s, "$1 等另外 $2 个"],
  [/(?<=^|, )that its variables name(?=$|, )/, "其变量所指的主机"],
  [/^orders the reader to (.+)$/s, "命令读者（$1）"],
  [/^reads (.+) and sends data out$/s, "读取 $1 并向外发送数据"],
  [/^downloads a program and runs it at once, (.+)$/s, "下载程序并立即运行（$1）"],
  [/^holds (\d+) characters that cannot be seen$/, "含有 $1 个看不见的字符"],
  [/^puts together the name (.+)$/s, "拼出名称 $1"],
];

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * A report is stored as it was made, in English, so that reports of older versions are translated as well; `{}` stands for a
 * value. Of two sentences with the same beginning, the longer one comes first.
 */
const FORMS = Object.entries(words.sentences).map(
  ([english, chinese]) =>
    [new RegExp(`^${english.split("{}").map(escaped).join("(.+?)")}$`, "s"), chinese] as const,
);

/** A line of a report in Chinese. Returns `undefined` for an unknown line, such as one of another version. */
export function reportInChinese(line: string): string | undefined {
  for (const [form, chinese] of FORMS) {
    const found = form.exec(line);
    if (found === null) continue;
    let next = 0;
    return chinese.replaceAll(/( ?)\{(\d?)\}/g, (_all, space: string, place: string) => {
      next += 1;
      const part = found[place === "" ? next : Number(place)] ?? "";
      const said = partInChinese(part);
      return said === part ? `${space}${part}` : said;
    });
  }
  return undefined;
}

/** Translates a value in a sentence, or a line's source, if it is a known phrase. */
export function partInChinese(part: string): string {
  const phrase = PHRASES.get(part);
  if (phrase !== undefined) return phrase;
  for (const [form, chinese] of PARTS) if (form.test(part)) return part.replace(form, chinese);
  return part;
}
