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
