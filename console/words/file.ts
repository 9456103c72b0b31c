import type { Messages } from "../core/words.ts";

/** What the dialog with a file says. */
export const fileWords = {
  download: { en: "Download", zh: "下载" },
  onlyFirst: {
    en: "This file is long: only its beginning is shown.",
    zh: "文件较长，只显示开头部分。",
  },
  notText: { en: "This file cannot be shown as text.", zh: "这个文件无法以文本显示。" },
} satisfies Messages;
