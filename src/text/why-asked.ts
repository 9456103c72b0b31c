type Language = "en" | "zh";

/** One rule that decided about a call, as the policy reports it. */
interface RuleReason {
  readonly rule: string;
  readonly effect: string;
  readonly layer?: string;
  readonly file?: string | undefined;
}

type Words = Readonly<Record<Language, (value: string) => string>>;

const EACH_TIME: Words = {
  en: () => "this always needs approval",
  zh: () => "这类操作每次都要批准",
};

const BY_KIND: Readonly<Record<string, Words>> = {
  "command.run": {
    en: () => "running a command always needs approval",
    zh: () => "运行命令每次都要批准",
  },
  "env.write": {
    en: () => "setting a variable always needs approval",
    zh: () => "设置变量每次都要批准",
  },
};

/** Built-in rules, and why each asks. The captured group is the value. */
const OWN_RULES: readonly (readonly [RegExp, Words])[] = [
  [
    /^default for files that hold secrets$/,
    { en: () => "it reads a file that may contain secrets", zh: () => "要读取的文件可能含有机密" },
  ],
  [
    /^default for risk \w+$/,
    { en: () => "this tool always needs approval", zh: () => "这个工具每次都要批准" },
  ],
  [
    /^the ask mode of this conversation$/,
    {
      en: () => "this conversation asks before every change",
      zh: () => "本对话在每次改动前都会询问",
    },
  ],
  [
    /^untrusted content from ([\s\S]+)$/,
    {
      en: (source) => `this run has read content from outside (${source})`,
      zh: (source) => `本次运行读取过外部内容（${source}）`,
    },
  ],
];

/** Layers whose rules all ask for one reason. */
const BY_LAYER: Readonly<Record<string, Words>> = {
  budgets: { en: () => "a budget is used up", zh: () => "预算已经用完" },
  found: { en: () => "installing something always needs approval", zh: () => "安装每次都要批准" },
};

/** Places of rules that are no file, in Chinese. */
const CHINESE_PLACES: readonly (readonly [RegExp, string])[] = [
  [/^this conversation$/, "本次对话"],
  [/^skills? (.+)$/, "技能 $1"],
  [/^client (.+)$/, "客户端 $1"],
  [/^(.+) \(not trusted\)$/, "$1（未信任）"],
];

const OF_KIND = /^default for (\S+) at risk \w+$/;

/** Layers that need no name, because their rules name them. */
const OWN_LAYERS: ReadonlySet<string> = new Set(["global", "provenance", "mode"]);

/** Why a call is asked about, in one sentence made of the rules that ask. */
export function whyAsked(reasons: readonly RuleReason[], language: Language = "en"): string {
  const asking = reasons.filter(({ effect }) => effect === "ask").map((reason) => ruleText(reason, language));
  const none = language === "en" ? "it needs approval" : "需要有人批准";
  const all = [...new Set(asking)];
  // The general reason is redundant beside another one.
  const shown = all.length > 1 ? all.filter((text) => text !== EACH_TIME[language]("")) : all;
  return shown.join(language === "en" ? "; " : "；") || none;
}

function ruleText({ rule, file, layer }: RuleReason, language: Language): string {
  const words = BY_LAYER[layer ?? ""];
  if (words !== undefined) return words[language](rule);
  const [, kind] = OF_KIND.exec(rule) ?? [];
  if (kind !== undefined) return (BY_KIND[kind] ?? EACH_TIME)[language]("");
  for (const [form, own] of OWN_RULES) {
    const found = form.exec(rule);
    if (found !== null) return own[language](found[1] ?? "");
  }
  // The details give the whole path.
  const place =
    file?.replace(/^(?:\/|[a-z]:\\).*[\\/]/i, "") ??
    (layer === undefined || OWN_LAYERS.has(layer) ? undefined : layer);
  if (language === "en") return `the rule "${rule}"${place === undefined ? "" : ` in ${place}`} says to ask`;
  return `${place === undefined ? "" : `${chinesePlace(place)}中的`}规则“${rule}”要求询问`;
}

function chinesePlace(place: string): string {
  const found = CHINESE_PLACES.find(([form]) => form.test(place));
  const text = found === undefined ? place : place.replace(...found);
  return /[\x21-\x7e]$/.test(text) ? `${text} ` : text;
}
