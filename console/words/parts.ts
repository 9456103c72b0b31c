import type { Messages } from "../core/words.ts";

/** Texts of forms generated from a schema. */
export const formWords = {
  noFields: { en: "Takes no arguments.", zh: "不需要参数。" },
  required: { en: "required", zh: "必填" },
  fallback: { en: "default {value}", zh: "默认 {value}" },
  lines: { en: "one per line", zh: "每行一个" },
  json: { en: "as JSON", zh: "JSON 格式" },
  unset: { en: "not set", zh: "未设置" },
  yes: { en: "yes", zh: "是" },
  no: { en: "no", zh: "否" },
} satisfies Messages;

/** Labels of shown texts. */
export const textWords = {
  diagram: { en: "Diagram", zh: "图表" },
  diagramText: { en: "As text", zh: "文本形式" },
} satisfies Messages;

/** Texts of charts. */
export const chartWords = {
  day: { en: "Day", zh: "日期" },
  asTable: { en: "As a table", zh: "表格形式" },
  asChart: { en: "As a chart", zh: "图表形式" },
  chart: { en: "{title}: {first} to {last}", zh: "{title}：{first} 至 {last}" },
} satisfies Messages;
