import type { Messages } from "../core/words.ts";

/** What the pages of tools and skills say. */
export const toolsWords = {
  title: { en: "Tools", zh: "工具" },
  lead: {
    en: "Every tool, from every source, behind one gate.",
    zh: "所有可调用的能力，无论来源，都在同一道关之后。",
  },
  search: { en: "Search by what it should do", zh: "按要做的事搜索" },
  searching: { en: "Searching…", zh: "搜索中…" },
  all: { en: "All categories", zh: "全部类别" },
  category: { en: "Category", zh: "类别" },
  count: { en: "{count} {count:tool|tools}", zh: "{count} 个工具" },
  nothing: { en: "Nothing fits", zh: "没有匹配项" },
  nothingBody: {
    en: "Say what the tool should do, in English or Chinese, for example “read a file”.",
    zh: "用中文或英文描述要做的事，例如“读取文件”。",
  },
  emptyTitle: { en: "No tools in this category", zh: "此类别没有工具" },
  emptyBody: {
    en: "Choose another category, or add an MCP server in dejima.yaml.",
    zh: "选择其他类别，或在 dejima.yaml 中添加 MCP 服务器。",
  },
  scoreOf: { en: "match {score}", zh: "匹配度 {score}" },
  description: { en: "Description", zh: "说明" },
  inputSchema: { en: "Input", zh: "输入参数" },
  outputSchema: { en: "Output", zh: "输出结果" },
  aliases: { en: "Also called", zh: "别名" },
  source: { en: "Source", zh: "来源" },
  version: { en: "Version", zh: "版本" },
  calls: { en: "Calls", zh: "调用次数" },
  failures: { en: "Failures", zh: "失败次数" },
  average: { en: "Average", zh: "平均" },
  p95: { en: "95th percentile", zh: "95 分位" },
  never: { en: "Not called yet", zh: "尚未调用" },
  call: { en: "Call it", zh: "试着调用" },
  input: { en: "Input (JSON)", zh: "输入（JSON）" },
  run: { en: "Run", zh: "运行" },
  running: { en: "Running…", zh: "运行中…" },
  notJson: { en: "This is not JSON: {why}", zh: "这不是 JSON：{why}" },
  explain: { en: "What would the policy say?", zh: "策略会怎么判定？" },
  back: { en: "All tools", zh: "所有工具" },
  parked: {
    en: "This call needs approval. Answer it under Approvals; the result appears here.",
    zh: "此调用会先询问。请在“审批”中答复，结果会显示在这里。",
  },
  toApprovals: { en: "Open approvals", zh: "打开审批" },
} satisfies Messages;
