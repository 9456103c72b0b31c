import type { Messages } from "../core/words.ts";

/** What a person can turn on in a conversation, by the name of its rule. */
export const familyWords = {
  writing: { en: "writing files", zh: "写文件" },
  deleting: { en: "deleting files", zh: "删除文件" },
  sending: { en: "sending data", zh: "发送数据" },
  messages: { en: "sending messages", zh: "发送消息" },
  spending: { en: "spending money", zh: "花钱" },
} satisfies Messages;

export const turnedOnWords = {
  turnedOn: { en: "On in this conversation: {rules}", zh: "本次对话中已打开：{rules}" },
  turnOff: { en: "Turn off", zh: "关闭" },
} satisfies Messages;
