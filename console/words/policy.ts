import type { Messages } from "../core/words.ts";

/** What the page of the policy says. */
export const policyWords = {
  title: { en: "Policy", zh: "策略" },
  lead: {
    en: "See and change the rules, and why a call is allowed, asked about or denied. Every change can be undone.",
    zh: "查看和修改规则，了解某个调用为何被允许、询问或拒绝。每次修改都可以撤销。",
  },
  show: { en: "Show", zh: "显示" },
  rules: { en: "Rules", zh: "规则" },
  noRules: { en: "No rules yet", zh: "还没有规则" },
  noRulesBody: {
    en: "Reading is allowed, running code is asked about, and writing, deleting and sending are off. Add a rule below, or answer the question when it comes up in the chat.",
    zh: "允许读取；运行代码会询问；写入、删除和发送都是关闭的。可以在下面添加规则，也可以在对话中出现询问时打开。",
  },
  rule: { en: "Rule", zh: "规则" },
  ruleHint: {
    en: "A tool, a tool with a place such as write_file(./out/**), or a family: files, writing, network, browser.",
    zh: "工具名、带范围的工具如 write_file(./out/**)，或一类操作：files、writing、network、browser。",
  },
  ruleVerdict: { en: "What it says", zh: "规则内容" },
  ruleAsk: { en: "Ask each time", zh: "每次询问" },
  ruleAllow: { en: "Allow", zh: "允许" },
  ruleDeny: { en: "Never", zh: "禁止" },
  checkRule: { en: "Check on past calls", zh: "用过去的调用检查" },
  applyRule: { en: "Apply", zh: "应用" },
  removeRule: { en: "Remove", zh: "移除" },
  ruleChanged: { en: "Changed: {rule}.", zh: "已修改：{rule}。" },
  undoRule: { en: "Undo", zh: "撤销" },
  rulesFile: { en: "Kept in {file}", zh: "保存在 {file}" },
  rulesFixed: {
    en: "These rules cannot be changed here: the config was given by the program that runs Dejima, or it is not trusted yet.",
    zh: "这里不能修改规则：配置由运行 Dejima 的程序提供，或者尚未受信任。",
  },
  explain: { en: "Explain a call", zh: "解释调用" },
  whatIf: { en: "What if", zh: "假设分析" },
  suggest: { en: "Suggestions", zh: "建议" },
  tool: { en: "Tool", zh: "工具" },
  toolHint: { en: "A name such as write_file", zh: "例如 write_file" },
  input: { en: "Input (JSON)", zh: "输入（JSON）" },
  inputHint: {
    en: "Leave it empty to judge the tool for any input.",
    zh: "留空则不论输入如何，只判定该工具。",
  },
  judge: { en: "Judge", zh: "判定" },
  notJson: { en: "This is not JSON: {why}", zh: "这不是 JSON：{why}" },
  verdict: { en: "Verdict", zh: "判定结果" },
  reasons: { en: "Reasons", zh: "理由" },
  change: { en: "How to change it", zh: "怎样才会改变" },
  explainEmpty: {
    en: "Name a tool and an input to see how the call would be judged. It is not run.",
    zh: "填写工具和输入，查看该调用会如何判定。不会真正执行。",
  },
  safe: { en: "safe: runs without a question", zh: "safe：无需询问直接运行" },
  confirm: { en: "confirm: asks a person", zh: "confirm：询问人" },
  deny: { en: "deny: never runs", zh: "deny：永不运行" },
  rulesHint: { en: "One rule per line, for example {example}", zh: "每行一条规则，例如 {example}" },
  runs: { en: "Latest runs to judge", zh: "参与判定的最近运行数" },
  test: { en: "Try these rules", zh: "试用这些规则" },
  tested: {
    en: "{calls} {calls:call|calls} judged, {changed} would be judged differently",
    zh: "已判定 {calls} 次调用，其中 {changed} 次结果会不同",
  },
  sameForAll: {
    en: "Every recorded call would get the same verdict.",
    zh: "所有已记录的调用判定结果都不变。",
  },
  noCalls: {
    en: "No calls are recorded yet. Use the chat first, then try rules on those calls.",
    zh: "还没有调用记录：先去对话，再用规则检验做过的事。",
  },
  suggestEmptyTitle: { en: "Nothing to suggest", zh: "没有建议" },
  suggestEmpty: {
    en: "After you approve the same kind of call three times, a rule that would make the questions unnecessary is suggested here. Never for calls that delete or send.",
    zh: "同类调用被批准三次以上时，能免去询问的规则会出现在这里。删除或发送类操作除外。",
  },
  applySuggestion: { en: "Allow without asking", zh: "允许，不再询问" },
  spared: {
    en: "would have avoided {count} {count:question|questions}, the last one {when}",
    zh: "可免去 {count} 次询问，最近一次在{when}",
  },
} satisfies Messages;
