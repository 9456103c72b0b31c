import type { Messages } from "../core/words.ts";

/** Texts of calls, verdicts and questions, on every page. */
export const callWords = {
  allow: { en: "Allowed", zh: "允许" },
  ask: { en: "Asked", zh: "询问" },
  deny: { en: "Denied", zh: "拒绝" },
  low: { en: "low risk", zh: "低风险" },
  medium: { en: "medium risk", zh: "中风险" },
  high: { en: "high risk", zh: "高风险" },
  running: { en: "Running", zh: "运行中" },
  waiting: { en: "Waiting for an answer", zh: "等待答复" },
  done: { en: "Done", zh: "完成" },
  failed: { en: "Failed", zh: "失败" },
  cached: { en: "From cache", zh: "来自缓存" },
  innerCalls: { en: "Program: {done} of {count} calls done", zh: "程序：已完成 {done}/{count} 次调用" },
  output: { en: "Output", zh: "输出" },
  showWhole: { en: "Show the whole output ({size})", zh: "显示完整输出（{size}）" },
  openFile: { en: "Open {path}", zh: "打开 {path}" },
  undo: { en: "Undo", zh: "撤销" },
  undoneMark: { en: "Undone", zh: "已撤销" },
  stopped: { en: "Stopped", zh: "已停止" },
  answered: { en: "Answered elsewhere: {status}", zh: "已在别处答复：{status}" },
  pending: { en: "Waiting", zh: "待处理" },
  approved: { en: "Approved", zh: "已批准" },
  denied: { en: "Denied", zh: "已拒绝" },
  expired: { en: "Expired", zh: "已过期" },
  withdrawn: { en: "Withdrawn", zh: "已撤回" },
  artifacts: { en: "Files made", zh: "生成的文件" },
} satisfies Messages;

/** Texts of the verdicts for a tool's calls. */
export const toolVerdictWords = {
  allow: { en: "Allowed", zh: "允许" },
  ask: { en: "Asked", zh: "询问" },
  deny: { en: "Off", zh: "关闭" },
} satisfies Messages;
