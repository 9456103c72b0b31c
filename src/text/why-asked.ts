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
  en: () => "this is asked about each time",
  zh: () => "这类操作每次都会询问",
};

const BY_KIND: Readonly<Record<string, Words>> = {
  "command.run": {
    en: () => "running a command is asked about each time",
    zh: () => "运行命令每次都会询问",
  },
  "env.write": {
    en: () => "setting a variable is asked about each time",
    zh: () => "设置变量每次都会询问",
  },
};

/** Built-in rules, and why each asks. The captured group is the value. */
const OWN_RULES: readonly (readonly [RegExp, Words])[] = [
  [
    /^default for files that hold secrets$/,
    { en: () => "it reads a file that may hold secrets", zh: () => "要读取的文件可能含有机密" },
  ],
  [
    /^default for risk \w+$/,
    { en: () => "this tool is asked about each time", zh: () => "这个工具每次都会询问" },
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

const OF_KIND = /^default for (\S+) at risk \w+$/;

/** Layers that need no name, because their rules name them. */
const OWN_LAYERS: ReadonlySet<string> = new Set(["global", "provenance", "mode"]);

/** Why a call is asked about, in one sentence made of the rules that ask. */
export function whyAsked(reasons: readonly RuleReason[], language: Language = "en"): string {
  const asking = reasons.filter(({ effect }) => effect === "ask").map((reason) => ruleText(reason, language));
  const none = language === "en" ? "it has to be agreed to" : "需要有人同意";
  return [...new Set(asking)].join(language === "en" ? "; " : "；") || none;
}

function ruleText({ rule, file, layer }: RuleReason, language: Language): string {
  const [, kind] = OF_KIND.exec(rule) ?? [];
  if (kind !== undefined) return (BY_KIND[kind] ?? EACH_TIME)[language]("");
  for (const [form, words] of OWN_RULES) {
    const found = form.exec(rule);
    if (found !== null) return words[language](found[1] ?? "");
  }
  const place = file ?? (layer === undefined || OWN_LAYERS.has(layer) ? undefined : layer);
  if (language === "en") return `the rule ${rule}${place === undefined ? "" : ` in ${place}`} asks`;
  return `${place === undefined ? "" : `${place} 中的`}规则 ${rule} 要求询问`;
}
