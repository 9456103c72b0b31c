import type { Messages } from "../core/words.ts";

/** Texts of charts. */
export const chartWords = {
  day: { en: "Day", zh: "日期" },
  asTable: { en: "As a table", zh: "表格形式" },
  asChart: { en: "As a chart", zh: "图表形式" },
  chart: { en: "{title}: {first} to {last}", zh: "{title}：{first} 至 {last}" },
} satisfies Messages;
