import type { Messages } from "../core/words.ts";

/** Texts of experiments with tools. */
export const experimentWords = {
  title: { en: "Experiment {name}", zh: "实验 {name}" },
  course: {
    en: "Share of runs that went well in {name}, as runs are added",
    zh: "{name} 中顺利的运行所占比例，随运行增加的变化",
  },
  a: { en: "As it is (a)", zh: "原样（a）" },
  b: { en: "Tried (b)", zh: "试用（b）" },
  evidence: {
    en: "evidence of a difference {evidence} ({decides} decides)",
    zh: "差异的证据 {evidence}（达到 {decides} 即有结论）",
  },
  figure: { en: "Figure", zh: "数据" },
  runs: { en: "Runs that used it", zh: "用到它的运行" },
  succeeded: { en: "First call went well", zh: "首次调用顺利" },
  failures: { en: "Failures", zh: "失败" },
  retries: { en: "Retries", zh: "重试" },
  questions: { en: "Questions", zh: "询问" },
  undone: { en: "Undone", zh: "撤销" },
  time: { en: "Milliseconds of a call", zh: "每次调用的毫秒数" },
  tokens: { en: "Tokens of a run", zh: "每次运行的 token" },
  running: { en: "Running", zh: "进行中" },
  stopped: { en: "Stopped", zh: "已停止" },
  unequal: { en: "Ended: the versions touch different things", zh: "已结束：两个版本涉及的内容不同" },
  aIsBetter: { en: "a is better", zh: "a 更好" },
  bIsBetter: { en: "b is better", zh: "b 更好" },
} satisfies Messages;
