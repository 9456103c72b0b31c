/** How the policy explains itself, and what errors add about names, in Chinese. */
export const POLICY_REASONS: Readonly<Record<string, string>> = {
  "To be asked each time: {1}; to forbid it: {2}": "要每次询问：`{1}`；要禁止：`{2}`",
  "To turn it on with a question each time: {1}; without one: {2}":
    "要打开并每次询问：`{1}`；要直接允许：`{2}`",
  "To allow it without a question: {1}, then: {2}": "要直接允许，先：`{1}`，再：`{2}`",
  "To allow it without a question: {1}": "要直接允许：`{1}`",
  "To remove the rule that forbids it: {1}": "要去掉禁止它的规则：`{1}`",
  'List "{1}" under allowed-tools of the skill {2}, and accept it again':
    "在技能 {2} 的 allowed-tools 里列出“{1}”，再重新接受",
  'Remove or narrow "{1}" in the {2} layer': "请去掉或收窄“{1}”，它在 {2} 里",
  'Remove or narrow "{1}" in {2}': "请去掉或收窄“{1}”，它在 {2} 里",
  "No rule with a pattern can allow it: redirections, variables, substitutions and quoted blanks are only known while it runs. Without them a rule can":
    "带模式的规则无法允许它：重定向、变量、替换和引号里的空格要到运行时才知道。不用它们就可以",
  "{1}; {2} is turned off here. To turn it on and be asked each time: {3}":
    "{1}；这里关闭了{2}。要打开并每次询问：`{3}`",
  "{1}; {2} does not list it": "{1}；{2} 没有列出它",
  "{1}; a rule without an argument enables it but still asks, {2} would allow what it matches":
    "{1}；没有参数的规则只是打开它，仍会询问；{2} 会允许符合的",
  "{1}; whether the rule means this cannot be ruled out": "{1}；不能排除规则指的是它",
  ". Did you mean {1} or {2}?": "。是不是 {1} 或 {2}？",
  ". Did you mean {1}?": "。是不是 {1}？",
  ". `{1}` lists the settings": "。`{1}` 列出所有设置",
  ". `{1}` shows those that were": "。`{1}` 列出现有的",
  ". There are {1}": "。现有 {1}",
  "write tool, tool(pattern), effect.kind(pattern), a family such as files or network, or a name with *":
    "请写工具名、tool(模式)、effect.kind(模式)、files 或 network 这样的一类，或带 * 的名字",
  "write an amount such as >1.00, >1.00 USD or >1.00 USD openai:*":
    "请写金额，例如 >1.00、>1.00 USD 或 >1.00 USD openai:*",
  "the pattern is longer than {1} characters or has more than {2} stars":
    "模式超过 {1} 个字符，或有超过 {2} 个星号",
  "known keys are {1}": "可以写 {1}",
  "did you mean {1} or {2}?": "是不是 {1} 或 {2}？",
  "{1} cannot both say when": "{1} 不能同时写",
  'give one of at ("2026-11-16T09:00", "09:00"), in ("10m"), every ("1h") and cron ("0 9 * * 1-5")':
    '请写 at（"2026-11-16T09:00"、"09:00"）、in（"10m"）、every（"1h"）、cron（"0 9 * * 1-5"）之一',
  '"{1}" is not a time span': "“{1}”不是时长",
  "{1} takes 90s, 10m, 1h 30m, 2 days": "{1} 要写成 90s、10m、1h 30m 或 2 days",
  '"{1}" is too short': "“{1}”太短",
  '"{1}" never comes': "“{1}”永远不会到",
  '"{1}" is not a time zone': "没有时区“{1}”",
  '"{1}" is not a time': "“{1}”不是时间",
  '"{1}" is not understood ({2})': "看不懂“{1}”",
  'cron takes five fields, minute hour day month weekday: "0 9 * * 1-5"':
    'cron 有五项，分 时 日 月 星期："0 9 * * 1-5"',
  'use an IANA name such as "Europe/Berlin"': '请写 "Europe/Berlin" 这样的名字',
};
