import type { Messages } from "../core/words.ts";

/** Texts about files. */
export const fileWords = {
  download: { en: "Download", zh: "下载" },
  onlyFirst: {
    en: "This file is long: only its beginning is shown.",
    zh: "文件较长，只显示开头部分。",
  },
  notText: { en: "This file cannot be shown as text.", zh: "这个文件无法以文本显示。" },
  pageNote: {
    en: "Shown without scripts and without network.",
    zh: "预览中不运行脚本，也不访问网络。",
  },
  pageOf: { en: "{name}, page {page}", zh: "{name}，第 {page} 页" },
  filesTitle: { en: "Files of this conversation", zh: "本次对话的文件" },
  noFiles: { en: "No files yet", zh: "还没有文件" },
  noFilesHint: {
    en: "Everything that this conversation makes or changes appears here.",
    zh: "这个对话创建或修改的所有文件都会显示在这里。",
  },
  allFiles: { en: "All files", zh: "全部文件" },
  view: { en: "View", zh: "视图" },
  preview: { en: "Preview", zh: "预览" },
  source: { en: "Source", zh: "源码" },
  changes: { en: "Changes", zh: "改动" },
  version: { en: "Version", zh: "版本" },
  gone: {
    en: "The content of this version is not kept any more.",
    zh: "这个版本的内容已不再保存。",
  },
  noFile: { en: "There was no file at this point.", zh: "此时没有这个文件。" },
  noDiff: { en: "These versions are not text.", zh: "这些版本不是文本。" },
  same: { en: "Nothing changed.", zh: "没有变化。" },
  first: { en: "This is the first version.", zh: "这是第一个版本。" },
  made: { en: "created", zh: "创建" },
  changed: { en: "changed", zh: "已修改" },
  deleted: { en: "deleted", zh: "已删除" },
  before: { en: "before", zh: "原来的内容" },
  elsewhere: { en: "changed outside this conversation", zh: "在对话之外被修改" },
  undone: { en: "undone", zh: "已撤销" },
  forUser: { en: "made for you", zh: "为你生成" },
} satisfies Messages;
