import type { Messages } from "../core/words.ts";

/** What the page of the policy says. */
export const policyWords = {
  title: { en: "Policy", zh: "策略" },
  lead: {
    en: "See why a call is allowed, asked about or denied, and try other rules. Nothing here changes a rule.",
    zh: "某个调用为何被允许、询问或拒绝，以及换一套规则会有什么不同。这里不会改动任何规则。",
  },
  show: { en: "Show", zh: "显示" },
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
  suggestBody: {
    en: "Add to permissions.safe in dejima.yaml:",
    zh: "可加入 dejima.yaml 的 permissions.safe：",
  },
  spared: {
    en: "would have avoided {count} {count:question|questions}, the last one {when}",
    zh: "可免去 {count} 次询问，最近一次在{when}",
  },
} satisfies Messages;
