import type { Messages } from "../core/words.ts";

/** Texts of the lists of set-apart files and of marks. */
export const setApartWords = {
  empty: { en: "No files are set apart", zh: "没有被隔离的文件" },
  emptyBody: {
    en: "Files that start by themselves, written by a program, wait here until you accept them.",
    zh: "程序写入的自启动文件会在这里等待，接受后才会生效。",
  },
  waiting: { en: "Waiting", zh: "待处理" },
  accepted: { en: "Accepted", zh: "已接受" },
  discarded: { en: "Thrown away", zh: "已丢弃" },
  decidedBy: { en: "decided by {who}", zh: "由 {who} 决定" },
  look: { en: "Look at it", zh: "查看内容" },
  accept: { en: "Accept", zh: "接受" },
  discard: { en: "Throw away", zh: "丢弃" },
  acceptedNotice: { en: "{path} is in its place", zh: "{path} 已放回原处" },
  discardedNotice: { en: "{path} is thrown away", zh: "{path} 已丢弃" },
  marksEmpty: { en: "Nothing is marked", zh: "没有标记" },
  marksEmptyBody: {
    en: "Files with content from outside are listed here. Runs that read them ask more often.",
    zh: "含有外部内容的文件会列在这里。读取它们的运行会更常询问。",
  },
  file: { en: "File", zh: "文件" },
  folder: { en: "Folder", zh: "文件夹" },
  content: { en: "Content", zh: "内容" },
  from: { en: "from {sources}", zh: "来自 {sources}" },
  clear: { en: "Clear the mark", zh: "清除标记" },
  clearedNotice: { en: "{name} counts as yours from now on", zh: "{name} 今后视为可信" },
} satisfies Messages;
